package dev.cleave.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads numbers of workers and ranges of them: {@code 1,2,6}, {@code 1-30}, {@code 1..1024}. */
final class WorkerListConverter implements ITypeConverter<WorkerList> {
    private static final int MOST_POINTS = 1_000;
    private static final String DOUBLING = "..";

    private final WorkersConverter number = new WorkersConverter();

    @Override
    public WorkerList convert(String value) {
        List<Integer> counts = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            int doubling = part.indexOf(DOUBLING);
            int each = part.indexOf('-', 1);
            if (doubling >= 0) {
                addDoubling(
                        counts,
                        number.convert(part.substring(0, doubling)),
                        number.convert(part.substring(doubling + DOUBLING.length())));
            } else if (each >= 0) {
                int last = number.convert(part.substring(each + 1));
                for (int n = number.convert(part.substring(0, each)); n <= last; n++) {
                    counts.add(n);
                }
            } else {
                counts.add(number.convert(part));
            }
        }
        if (counts.isEmpty() || counts.size() > MOST_POINTS) {
            throw new TypeConversionException(
                    "'"
                            + value
                            + "' are "
                            + counts.size()
                            + " numbers of workers; give 1 to "
                            + MOST_POINTS
                            + ", the smaller end of a range first");
        }
        return new WorkerList(List.copyOf(counts));
    }

    private static void addDoubling(List<Integer> counts, int first, int last) {
        int n = first;
        for (; n < last; n *= 2) {
            counts.add(n);
        }
        if (first <= last) {
            counts.add(last);
        }
    }
}
