package dev.cleave.profiler;

import dev.cleave.profiler.text.Numbers;
import java.util.List;
import org.jsoup.nodes.Element;

/** What the sections of an {@link HtmlReport} are made of. */
final class HtmlParts {
    private HtmlParts() {}

    static Element section(Element parent, String id, String title) {
        Element section = parent.appendElement("section");
        if (id != null) {
            section.attr("id", id);
        }
        section.appendElement(parent.normalName().equals("main") ? "h2" : "h3").text(title);
        return section;
    }

    static void chart(Element parent, String kind, int pool, int height, String label) {
        parent.appendElement("div")
                .addClass("chart")
                .attr("data-chart", kind)
                .attr("data-pool", Integer.toString(pool))
                .attr("style", "height: " + height + "px")
                .attr("role", "img")
                .attr("tabindex", "0")
                .attr("aria-label", label);
    }

    static void counts(Element parent, String title, String what, List<Profile.Count> counts) {
        counts(
                parent,
                title,
                List.of(what, "how often"),
                counts.stream()
                        .map(count -> List.of(count.what(), Numbers.count(count.count())))
                        .toList());
    }

    /** A section with a table, if there is anything in it. */
    static void counts(Element parent, String title, List<String> titles, List<List<String>> rows) {
        if (!rows.isEmpty()) {
            table(section(parent, null, title), null, titles, rows);
        }
    }

    /** Folded if it has a summary: the numbers of a chart. The first column names the row. */
    static void table(
            Element parent, String summary, List<String> titles, List<List<String>> rows) {
        Element around = parent;
        if (summary != null) {
            around = parent.appendElement("details");
            around.appendElement("summary").text(summary + ", as a table");
        }
        Element table = around.appendElement("div").addClass("wide").appendElement("table");
        Element header = table.appendElement("thead").appendElement("tr");
        for (int i = 0; i < titles.size(); i++) {
            Element title = header.appendElement("th").attr("scope", "col").text(titles.get(i));
            title.addClass(isWords(rows, i) ? "words" : "number");
        }
        Element body = table.appendElement("tbody");
        for (List<String> row : rows) {
            Element line = body.appendElement("tr");
            line.appendElement("th").attr("scope", "row").text(row.get(0));
            for (int i = 1; i < row.size(); i++) {
                Element cell = line.appendElement("td").text(row.get(i));
                cell.addClass(isWords(rows, i) ? "words" : "number");
            }
        }
    }

    private static boolean isWords(List<List<String>> rows, int column) {
        String first = rows.get(0).get(column);
        return first.isEmpty() || !Character.isDigit(first.charAt(0));
    }
}
