(function () {
  'use strict';
  const profile = JSON.parse(document.getElementById('profile').textContent);
  const seconds = profile.bins.seconds;
  const times = Array.from({length: profile.bins.count}, (_, i) => i * seconds);

  // Colours are the style sheet's, so that there is one place for light, dark and paper.
  const colour = (name) =>
      getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const number = (value) => value >= 1000 ? Math.round(value).toString()
      : value === 0 ? '0' : Number(value.toPrecision(3)).toString();
  const text = () => ({color: colour('ink'), fontSize: 12});
  const quiet = () => ({color: colour('quiet'), fontSize: 12});
  const workersOf = (pool) => pool.workers.filter((worker) => worker.index >= 0);

  const axis = (more) => Object.assign({
    axisLabel: quiet(),
    axisLine: {lineStyle: {color: colour('line')}},
    splitLine: {lineStyle: {color: colour('line')}},
    nameTextStyle: quiet(),
  }, more);
  const timeAxis = (end) => axis({
    type: 'value', min: 0, max: end, name: 'seconds', nameLocation: 'middle', nameGap: 26,
    splitLine: {show: false},
    axisLabel: Object.assign(quiet(), {formatter: number, hideOverlap: true}),
  });
  const base = (more) => Object.assign({
    animation: false,
    textStyle: {fontFamily: getComputedStyle(document.body).fontFamily},
    aria: {enabled: false},
    grid: {left: 64, right: 24, top: 36, bottom: 44},
    legend: {top: 0, icon: 'roundRect', textStyle: text(), itemWidth: 14},
    // Text only: names that the profiled program chose are not markup.
    tooltip: {
      renderMode: 'richText', trigger: 'axis', backgroundColor: colour('raised'),
      borderColor: colour('line'), textStyle: text(),
      valueFormatter: (value) => number(Array.isArray(value) ? value[value.length - 1] : value),
    },
  }, more);

  // A bin's value holds until the next begins; the last one's until the end.
  const steps = (values) => values.map((value, i) => [times[i], value])
      .concat([[times.length * seconds, values[values.length - 1]]]);

  const part = (name, value, hue) => ({
    name, type: 'bar', stack: 'all', barWidth: 28, itemStyle: {color: colour(hue)}, data: [value],
    label: {
      show: true, color: colour(hue === 'used' ? 'on-used' : 'on-bright'), fontSize: 12,
      formatter: (p) => p.value >= 6 ? number(p.value) + ' %' : '',
    },
  });

  const charts = {
    // Both axes are logarithms: ECharts' own have no line for each power of two.
    speedup: () => {
      const speedup = profile.speedup;
      const logs = (points) => points.map((point) => point.map(Math.log2));
      const curve = (name, key, hue, type) => ({
        name, type: 'line', showSymbol: false, itemStyle: {color: colour(hue)},
        lineStyle: {width: 2, type, color: colour(hue)},
        data: logs(speedup.allowed.map((point) => [point.workers, point[key]])),
      });
      const series = [
        curve('at most', 'atMost', 'used', 'solid'),
        curve('expected at worst', 'expected', 'scheduling', 'solid'),
        {
          name: 'measured', type: 'scatter', symbolSize: 12, z: 3,
          data: logs(speedup.measured.map((run) => [run.workers, run.speedup])),
          itemStyle: {color: colour('imbalance'), borderColor: colour('ink'), borderWidth: 1},
        },
      ];
      const all = (axis) => series.flatMap((one) => one.data.map((point) => point[axis]));
      // What is reached decides the scale, not the ideal, which leaves the chart if it is far.
      const scale = (axis, more) => Object.assign({
        type: 'value', interval: 1,
        min: Math.floor(Math.min(0, ...all(axis))), max: Math.ceil(Math.max(1, ...all(axis))),
        axisLabel: Object.assign(quiet(), {formatter: (log) => number(2 ** log), hideOverlap: true}),
      }, more);
      const x = axis(scale(0, {name: 'workers', nameLocation: 'middle', nameGap: 26}));
      const y = axis(scale(1));
      series.push(curve('as many times as workers', 'workers', 'serial', 'dashed'));
      const options = base({xAxis: x, yAxis: y, series});
      options.tooltip.formatter = (shown) => shown.map((point) =>
          point.seriesName + ': ' + number(2 ** point.value[1]) + ' times with '
          + number(2 ** point.value[0])).join('\n');
      return options;
    },

    losses: (pool) => {
      const l = pool.losses;
      const share = (value) => 100 * value / l.capacity;
      return base({
        grid: {left: 12, right: 24, top: 36, bottom: 30},
        xAxis: axis({type: 'value', min: 0, max: 100, axisLabel: Object.assign(quiet(), {formatter: '{value} %'})}),
        yAxis: {type: 'category', data: [''], axisLine: {show: false}, axisTick: {show: false}},
        series: [
          part('used', share(l.used), 'used'),
          part('imbalance', share(l.imbalance), 'imbalance'),
          part('scheduling', share(l.scheduling), 'scheduling'),
          part('serialisation', share(l.serialisation), 'serial'),
        ],
      });
    },

    processors: (pool) => {
      const course = pool.overTime;
      // Higher areas stand behind lower ones: stacked by ECharts, the lower edge of steps is skew.
      // The tooltip shows the value itself, not the height.
      const line = (name, values, hue, below) => ({
        name, type: 'line', step: 'end', showSymbol: false,
        lineStyle: {width: below ? 0 : 2, color: colour(hue)}, itemStyle: {color: colour(hue)},
        areaStyle: below ? {color: colour(hue), opacity: 1} : undefined,
        encode: {x: 0, y: 1, tooltip: 2},
        data: steps(values.map((value, i) => value + (below ? below[i] : 0)))
            .map((point, i) => [...point, values[Math.min(i, values.length - 1)]]),
      });
      const series = [
        line('workers computing', course.computing, 'used', course.computing.map(() => 0)),
        line('available', course.available, 'ink'),
      ];
      if (course.outside.some((value) => value > 0)) {
        series.unshift(
            line('other threads (estimated)', course.outside, 'other', course.computing));
      }
      series[series.length - 1].markArea = {
        silent: true, itemStyle: {color: colour('serial'), opacity: 0.25},
        data: pool.serialStretches.map((s) => [{xAxis: s.from}, {xAxis: s.to}]),
      };
      return base({
        xAxis: timeAxis(times.length * seconds),
        yAxis: axis({type: 'value', min: 0}),
        series,
      });
    },

    workers: (pool) => {
      const workers = workersOf(pool);
      const bar = (name, key, hue) => ({
        name, type: 'bar', stack: 'all', itemStyle: {color: colour(hue)}, barMaxWidth: 16,
        data: workers.map((worker) => worker.totals[key]),
      });
      return base({
        xAxis: axis({
          type: 'value', min: 0, name: 'seconds', nameLocation: 'middle', nameGap: 26,
          axisLabel: Object.assign(quiet(), {formatter: number}),
        }),
        yAxis: axis({
          type: 'category', inverse: true, data: workers.map((worker) => 'w' + worker.index),
          axisTick: {show: false},
        }),
        series: [
          bar('compute', 'compute', 'used'), bar('seek', 'seek', 'scheduling'),
          bar('join', 'join', 'join'), bar('idle', 'idle', 'idle'),
        ],
      });
    },

    steals: (pool) => {
      const rate = (name, values, hue) => ({
        name, type: 'line', step: 'end', showSymbol: false, itemStyle: {color: colour(hue)},
        lineStyle: {width: 1.5, color: colour(hue)},
        data: steps(values.map((value) => value / seconds)),
      });
      return base({
        xAxis: timeAxis(times.length * seconds),
        yAxis: axis({type: 'value', min: 0, name: 'a second', axisLabel: Object.assign(quiet(), {formatter: number})}),
        series: [
          rate('steals', pool.overTime.steals, 'used'),
          rate('promotions', pool.overTime.promotions, 'promotion'),
        ],
      });
    },

    timeline: (pool) => {
      const workers = workersOf(pool);
      const cells = [];
      workers.forEach((worker, row) => worker.computing.forEach((value, i) => {
        cells.push([i, row, value]);
      }));
      return base({
        grid: {left: 64, right: 24, top: 36, bottom: 44},
        tooltip: {
          renderMode: 'richText', backgroundColor: colour('raised'), borderColor: colour('line'),
          textStyle: text(),
          formatter: (p) => {
            const worker = workers[p.value[1]];
            const bin = p.value[0];
            const percent = (value) => number(100 * value) + ' %';
            return 'w' + worker.index + ' at ' + number(times[bin]) + ' s\n'
                + 'compute ' + percent(worker.computing[bin]) + ', seek ' + percent(worker.seeking[bin])
                + ', join ' + percent(worker.joining[bin]);
          },
        },
        xAxis: axis({
          type: 'category', data: times.map(number), name: 'seconds', nameLocation: 'middle', nameGap: 26,
          splitLine: {show: false}, axisTick: {show: false},
          axisLabel: Object.assign(quiet(), {interval: Math.ceil(times.length / 10) - 1, hideOverlap: true}),
        }),
        yAxis: axis({
          type: 'category', inverse: true, data: workers.map((worker) => 'w' + worker.index),
          axisTick: {show: false}, splitLine: {show: false},
        }),
        visualMap: {
          type: 'continuous', min: 0, max: 1, orient: 'horizontal', left: 'center', top: 0,
          itemWidth: 12, itemHeight: 120, text: ['computes', 'does not'], textStyle: text(),
          inRange: {color: [colour('idle'), colour('used')]},
        },
        series: [{type: 'heatmap', data: cells, progressive: 0}],
      });
    },
  };

  const shown = [];
  document.querySelectorAll('.chart').forEach((element) => {
    const chart = echarts.init(element, null, {renderer: 'svg'});
    const pool = profile.pools[element.dataset.pool];
    const draw = () => chart.setOption(charts[element.dataset.chart](pool), true);
    draw();
    shown.push({chart, draw});
    // The arrow keys move the tooltip, as the pointer does.
    let at = -1;
    element.addEventListener('keydown', (event) => {
      const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
      if (event.key === 'Escape') {
        chart.dispatchAction({type: 'hideTip'});
      } else if (step) {
        const length = chart.getOption().series[0].data.length;
        at = (at + step + length) % length;
        chart.dispatchAction({type: 'showTip', seriesIndex: 0, dataIndex: at});
        event.preventDefault();
      }
    });
  });

  const redraw = () => shown.forEach((one) => one.draw());
  const resize = () => shown.forEach((one) => one.chart.resize());
  window.addEventListener('resize', resize);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  matchMedia('print').addEventListener('change', () => { resize(); redraw(); });
})();
