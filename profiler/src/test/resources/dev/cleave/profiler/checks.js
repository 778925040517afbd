// What a person would see at once: charts that are empty, texts over texts or cut off, a page that is
// too wide; then, which charts say nothing when the arrow keys move over them. The answers are left in
// the document.
(function () {
  const inside = (rect, around) => rect.left >= around.left - 2 && rect.right <= around.right + 2
      && rect.top >= around.top - 2 && rect.bottom <= around.bottom + 2;
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const charts = Array.from(document.querySelectorAll('.chart')).map((chart) => {
    const around = chart.getBoundingClientRect();
    const texts = Array.from(chart.querySelectorAll('svg text'))
        .map((text) => ({text: text.textContent, rect: text.getBoundingClientRect()}))
        .filter((one) => one.text.trim() && one.rect.width > 0);
    const overlaps = [];
    texts.forEach((a, i) => texts.slice(i + 1).forEach((b) => {
      if (overlap(a.rect, b.rect)) overlaps.push(a.text + ' / ' + b.text);
    }));
    return {
      kind: chart.dataset.chart, shapes: chart.querySelectorAll('svg path').length,
      texts: texts.length, overlaps,
      cut: texts.filter((one) => !inside(one.rect, around)).map((one) => one.text),
    };
  });
  const page = document.documentElement;
  const answers = {
    errors: window.errors, charts, tooWide: page.scrollWidth - page.clientWidth,
    background: getComputedStyle(document.body).backgroundColor,
  };
  const elements = Array.from(document.querySelectorAll('.chart'));
  const texts = () => elements.map((chart) => chart.querySelectorAll('svg text').length);
  const press = (key) => elements.forEach((chart) =>
      chart.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})));
  const before = texts();
  press('ArrowRight');
  setTimeout(() => {
    const shown = texts();
    answers.silent = elements.map((chart) => chart.dataset.chart)
        .filter((kind, i) => shown[i] <= before[i]);
    const result = document.createElement('pre');
    result.id = 'checks';
    result.textContent = JSON.stringify(answers);
    document.body.append(result);
  }, 1000);
})();
