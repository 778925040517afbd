package dev.cleave.benchmarks.jne;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Draws the workloads: for each peer a bar for each program, as high as its performance. */
final class WorkloadPlot {
    private static final int LEFT = 50;
    private static final int TOP = 60;
    private static final int PLOT_HEIGHT = 160;
    private static final int PANEL_HEIGHT = 260;
    private static final int GROUP_WIDTH = 84;
    private static final int BAR_WIDTH = 15;
    private static final List<String> COLOURS = List.of("#0072b2", "#e69f00", "#56b4e9", "#d55e00");

    private WorkloadPlot() {}

    /** One drawing of all workloads, each in a panel, as an SVG document. */
    static String svg(JneResults results) {
        List<Workload> workloads =
                Arrays.stream(Workload.values())
                        .filter(it -> results.workloads.stream().anyMatch(r -> r.workload() == it))
                        .toList();
        int width = LEFT + GROUP_WIDTH * WorkloadPeer.choices().size() + LEFT;
        StringBuilder svg = new StringBuilder();
        svg.append(
                format(
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                                + " font-family=\"sans-serif\" font-size=\"12\">%n"
                                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                        width, Math.max(1, workloads.size()) * PANEL_HEIGHT));
        for (int i = 0; i < workloads.size(); i++) {
            panel(svg, i * PANEL_HEIGHT, width, workloads.get(i), results);
        }
        return svg.append("</svg>").append(System.lineSeparator()).toString();
    }

    private static void panel(
            StringBuilder svg, int y, int width, Workload workload, JneResults results) {
        List<WorkloadResult> measured =
                results.workloads.stream().filter(result -> result.workload() == workload).toList();
        double most =
                measured.stream()
                        .flatMap(result -> result.programs().stream())
                        .mapToDouble(WorkloadResult.Program::performance)
                        .reduce(1, Math::max);
        int floor = y + TOP + PLOT_HEIGHT;
        text(
                svg,
                LEFT,
                y + 20,
                "start",
                workload.label()
                        + ": performance against the best standalone run ("
                        + measured.get(0).programs().stream()
                                .map(program -> program.kernel().label())
                                .collect(Collectors.joining(", "))
                        + "); below, throughput by that of juc");
        for (double tick = 0; tick <= most; tick += most > 2 ? 1 : 0.25) {
            double at = floor - tick / most * PLOT_HEIGHT;
            svg.append(
                    format(
                            "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\""
                                    + " stroke=\"#ddd\"/>%n",
                            LEFT, width - LEFT, at, at));
            text(svg, LEFT - 6, at + 4, "end", format("%.2f", tick));
        }
        for (int group = 0; group < measured.size(); group++) {
            WorkloadResult result = measured.get(group);
            double x = LEFT + group * GROUP_WIDTH + 10;
            for (int bar = 0; bar < result.programs().size(); bar++) {
                double performance = result.programs().get(bar).performance();
                double height = performance / most * PLOT_HEIGHT;
                svg.append(
                        format(
                                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\""
                                        + " fill=\"%s\"><title>%s, %s: %.2f</title></rect>%n",
                                x + bar * BAR_WIDTH,
                                floor - height,
                                BAR_WIDTH - 2,
                                height,
                                COLOURS.get(bar),
                                result.peer().label(),
                                result.programs().get(bar).kernel().label(),
                                performance));
            }
            double middle = x + 2 * BAR_WIDTH;
            text(svg, middle, floor + 16, "middle", result.peer().label());
            text(
                    svg,
                    middle,
                    floor + 32,
                    "middle",
                    results.timesJuc(workload, result.peer())
                            .map(times -> format("%.2f", times))
                            .orElse("-"));
        }
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String words) {
        svg.append(
                format(
                        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                        x, y, anchor, words));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
