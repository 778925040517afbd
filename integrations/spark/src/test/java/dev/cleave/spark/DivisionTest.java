package dev.cleave.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.spark.Numbers.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The division at the top, and the tree along which results are combined. */
class DivisionTest {
    /** Splits into one to four parts; results say how they were combined. */
    private static final class Brackets implements Divisible<Range, String> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean isSmall(Range range) {
            return range.to() - range.from() <= 1;
        }

        @Override
        public String solve(Range range) {
            return "" + range.from();
        }

        @Override
        public List<Range> split(Range range) {
            SplittableRandom random = new SplittableRandom(31L * range.from() + range.to());
            List<Range> parts = new ArrayList<>();
            int from = range.from();
            for (int left = 1 + random.nextInt(4); left > 1 && from < range.to() - 1; left--) {
                int to = random.nextInt(from + 1, range.to());
                parts.add(new Range(from, to));
                from = to;
            }
            parts.add(new Range(from, range.to()));
            return parts.size() == 1 ? List.of(new Range(from, range.to() - 1)) : parts;
        }

        @Override
        public String combine(String first, String second) {
            return "(" + first + " " + second + ")";
        }
    }

    @Test
    void combiningAlongTheTreeIsWhatRecursionDoes() {
        Brackets how = new Brackets();
        for (int size = 1; size < 80; size++) {
            Range problem = new Range(1000 * size, 1000 * size + size);
            String recursive = recursive(how, problem);
            for (int wanted : new int[] {1, 2, 7, 64, 1000}) {
                Division<Range> division = Division.of(how, problem, wanted);
                List<String> results =
                        division.pieces().stream().map(piece -> recursive(how, piece)).toList();
                assertEquals(results.size(), division.shape().pieces());
                assertEquals(recursive, division.shape().fold(results, how::combine));
                for (int most = 1; most < 10; most++) {
                    assertEquals(recursive, grouped(division.shape(), most, results, how));
                }
            }
        }
    }

    private static String recursive(Brackets how, Range range) {
        return how.isSmall(range)
                ? how.solve(range)
                : how.split(range).stream()
                        .map(part -> recursive(how, part))
                        .reduce(how::combine)
                        .orElseThrow();
    }

    private static String grouped(Shape shape, int most, List<String> results, Brackets how) {
        Shape.Cut cut = shape.cut(most);
        Groups groups = new Groups(cut.groups());
        List<String> combined = new ArrayList<>();
        for (int group = 0; group < groups.numPartitions(); group++) {
            int first = groups.first(group);
            int end = first + groups.size(group);
            assertTrue(end - first <= most, () -> "a group larger than " + most);
            for (int piece = first; piece < end; piece++) {
                assertEquals(group, groups.getPartition(piece));
            }
            combined.add(cut.groups().get(group).fold(results.subList(first, end), how::combine));
        }
        return cut.top().fold(combined, how::combine);
    }

    @Test
    void thereAreAsManyPiecesAsWantedUnlessAllAreSmall() {
        Range hundred = new Range(0, 100);
        for (int wanted : new int[] {1, 2, 3, 50, 100}) {
            assertEquals(wanted, Division.of(new Numbers(), hundred, wanted).pieces().size());
        }
        assertEquals(100, Division.of(new Numbers(), hundred, 101).pieces().size());
        assertEquals(1, Division.of(new Numbers(), new Range(0, 1), 8).pieces().size());
    }

    @Test
    void aSplitForEverIsRefused() {
        Numbers same =
                new Numbers() {
                    @Override
                    public List<Range> split(Range range) {
                        return List.of(range);
                    }
                };
        assertThrows(IllegalStateException.class, () -> Division.of(same, new Range(0, 2), 2));
    }

    @Test
    void aDeepTreeIsWrittenAndRead() {
        Numbers oneAndRest =
                new Numbers() {
                    @Override
                    public List<Range> split(Range range) {
                        return List.of(
                                new Range(range.from(), range.from() + 1),
                                new Range(range.from() + 1, range.to()));
                    }
                };
        Shape shape = Division.of(oneAndRest, new Range(0, 200), 200).shape();
        Shape read = (Shape) Wire.read(Wire.write(shape, "the shape"), "the shape");
        assertEquals(200, read.pieces());
    }
}
