package corpus.encountered;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.springframework.data.mongodb.core.MongoTemplate;

/** Shapes that the checks got wrong in code of others when they first saw it. */
public class Encountered {
    /** Each child gets one element of the list; nothing is copied for it. */
    static class Directories extends RecursiveTask<Integer> {
        private final Folder folder;

        Directories(Folder folder) {
            this.folder = folder;
        }

        @Override
        protected Integer compute() {
            List<Directories> children = new ArrayList<>();
            for (Folder inner : folder.entries().toList()) {
                children.add(new Directories(inner));
            }
            invokeAll(children);
            int files = 0;
            for (Directories child : children) {
                files += child.join();
            }
            return files;
        }
    }

    interface Folder {
        Stream<Folder> entries();
    }

    /** A set of tasks is no data. */
    static class Links extends RecursiveAction {
        private final Collection<String> pages;

        Links(Collection<String> pages) {
            this.pages = pages;
        }

        @Override
        protected void compute() {
            Set<Links> children = new HashSet<>(children());
            children.forEach(ForkJoinTask::fork); // expect: FJ4
            children.forEach(ForkJoinTask::join);
        }

        private List<Links> children() {
            List<Links> made = new ArrayList<>();
            for (String page : pages) {
                if (!page.isEmpty()) {
                    made.add(new Links(List.of(page)));
                }
            }
            return made;
        }
    }

    /** Copied out of the children, and then copied again. */
    static class Voxels extends RecursiveTask<List<int[]>> {
        private final int[][] slices;
        private final int low;
        private final int high;

        Voxels(int[][] slices, int low, int high) {
            this.slices = slices;
            this.low = low;
            this.high = high;
        }

        @Override
        protected List<int[]> compute() {
            List<int[]> all = new ArrayList<>();
            if (high - low < 10) {
                all.addAll(Arrays.asList(slices).subList(low, high));
                return all;
            }
            int middle = low + (high - low) / 2;
            Voxels left = new Voxels(slices, low, middle);
            Voxels right = new Voxels(slices, middle, high);
            left.fork();
            List<int[]> later = new ArrayList<>();
            List<int[]> earlier = new ArrayList<>();
            later.addAll(right.compute()); // expect: FJ3
            earlier.addAll(left.join()); // expect: FJ3
            all.addAll(earlier); // expect: FJ3
            all.addAll(later); // expect: FJ3
            all.addAll(List.of());
            return all;
        }
    }

    /** What an unknown result holds, and an array of results in the dress of a list. */
    static class Painting extends RecursiveTask<Plan> {
        private final Painting[] parts;

        Painting(Painting... parts) {
            this.parts = parts;
        }

        @Override
        protected Plan compute() {
            Plan plan = new Plan();
            invokeAll(parts);
            for (Painting part : parts) {
                plan.appendAll(part.join().strokes()); // expect: FJ3
            }
            return plan;
        }
    }

    static class Grades extends RecursiveTask<int[][]> {
        private final int[][] groups;

        Grades(int[][] groups) {
            this.groups = groups;
        }

        @Override
        protected int[][] compute() {
            int middle = groups.length / 2;
            if (middle < 5) {
                return groups;
            }
            Grades left = new Grades(Arrays.copyOf(groups, middle)); // expect: FJ2
            left.fork();
            Grades right = new Grades(Arrays.copyOfRange(groups, middle, groups.length)); // expect: FJ2
            right.fork(); // expect: FJ8
            List<int[]> all = new ArrayList<>();
            int[][] first = left.join();
            all.addAll(Arrays.asList(first)); // expect: FJ3
            all.addAll(Arrays.asList(right.join())); // expect: FJ3
            return all.toArray(new int[0][]);
        }
    }

    /** Forks in a loop, but only while others are hungry. */
    static class Regions extends RecursiveAction {
        private final int from;
        private final int to;

        Regions(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected void compute() {
            List<Regions> forked = new ArrayList<>();
            for (int at = from; at < to; at++) {
                if (othersAreBusy()) {
                    draw(at);
                } else {
                    Regions region = new Regions(at, at + 1);
                    region.fork();
                    forked.add(region);
                }
            }
            forked.forEach(Regions::join);
        }

        private static boolean othersAreBusy() {
            return getSurplusQueuedTaskCount() > 3;
        }

        private static void draw(int region) {}
    }

    /** Libraries that wait for the network; properties are a synchronized table only by accident. */
    static class Feeds extends RecursiveTask<Integer> {
        private final String address;

        Feeds(String address) {
            this.address = address;
        }

        @Override
        protected Integer compute() {
            Properties settings = new Properties();
            settings.put("group.id", address);
            KafkaConsumer<String, String> records = new KafkaConsumer<>(settings);
            return records.poll(100).count(); // expect: FJ6
        }
    }

    static class Page extends RecursiveTask<String> {
        private final String address;

        Page(String address) {
            this.address = address;
        }

        @Override
        protected String compute() {
            Document page =
                    Jsoup.connect(address)
                            .timeout(1000)
                            .get(); // expect: FJ6
            return page.title();
        }
    }

    static class Query extends RecursiveTask<List<String>> {
        private final MongoTemplate database;
        private final String name;

        Query(MongoTemplate database, String name) {
            this.database = database;
            this.name = name;
        }

        @Override
        protected List<String> compute() {
            return database.findAll(String.class, name); // expect: FJ6
        }
    }

    static class Plan {
        final List<String> strokes = new ArrayList<>();

        void appendAll(List<String> more) {
            strokes.addAll(more); // expect: FJ3
        }

        List<String> strokes() {
            return strokes;
        }
    }
}
