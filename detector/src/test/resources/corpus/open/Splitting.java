package corpus.splitting;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.stream.Collectors;

class Splitting {
    static final int N = 1000;

    static class User {
        String name;
    }

    /** After figure 2 of the study. */
    static class Task extends RecursiveAction {
        private final User[] u;

        public Task(User[] u) {
            this.u = u;
        }

        protected void compute() {
            if (u.length < N) {
                local(u);
            } else {
                int split = u.length / 2;
                User[] u1 = Arrays.copyOfRange(u, 0, split); // expect: FJ2
                User[] u2 = Arrays.copyOfRange(u, split, u.length); // expect: FJ2
                invokeAll(new Task(u1), new Task(u2));
            }
        }

        void local(User[] users) {
            User[] sorted = Arrays.copyOf(users, users.length);
            Arrays.sort(sorted, (a, b) -> a.name.compareTo(b.name));
        }
    }

    static class HiddenInConstructor extends RecursiveTask<Long> {
        private final long[] part;

        HiddenInConstructor(long[] all, int from, int to) {
            this.part = Arrays.copyOfRange(all, from, to); // expect: FJ2
        }

        @Override
        protected Long compute() {
            if (part.length < 64) {
                long s = 0;
                for (long x : part) s += x;
                return s;
            }
            int half = part.length / 2;
            HiddenInConstructor a = new HiddenInConstructor(part, 0, half);
            HiddenInConstructor b = new HiddenInConstructor(part, half, part.length);
            b.fork();
            return a.compute() + b.join();
        }
    }

    /** A defensive copy at the root, once. */
    static class CopiedOnce extends RecursiveTask<Long> {
        private final long[] all;
        private final int from, to;

        CopiedOnce(long[] source) {
            this.all = source.clone();
            this.from = 0;
            this.to = all.length;
        }

        private CopiedOnce(long[] all, int from, int to) {
            this.all = all;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 10) return all[from];
            int mid = (from + to) / 2;
            CopiedOnce left = new CopiedOnce(all, from, mid);
            CopiedOnce right = new CopiedOnce(all, mid, to);
            invokeAll(left, right);
            return left.join() + right.join();
        }
    }

    static class HelperOfAnotherClass extends RecursiveAction {
        private final List<String> lines;

        HelperOfAnotherClass(List<String> lines) {
            this.lines = lines;
        }

        @Override
        protected void compute() {
            if (lines.size() < 10) {
                lines.forEach(String::intern);
                return;
            }
            List<List<String>> halves = Chunks.split(lines);
            invokeAll(
                    new HelperOfAnotherClass(halves.get(0)),
                    new HelperOfAnotherClass(halves.get(1)));
        }
    }

    static final class Chunks {
        static <T> List<List<T>> split(List<T> whole) {
            int mid = whole.size() / 2;
            List<List<T>> halves = new ArrayList<>();
            halves.add(new ArrayList<>(whole.subList(0, mid))); // expect: FJ2
            halves.add(new ArrayList<>(whole.subList(mid, whole.size()))); // expect: FJ2
            return halves;
        }
    }

    static class Subtasks extends RecursiveAction {
        private final List<Integer> items;

        Subtasks(List<Integer> items) {
            this.items = items;
        }

        @Override
        protected void compute() {
            if (items.size() > 16) {
                invokeAll(createSubtasks());
            } else {
                items.forEach(System.out::println);
            }
        }

        private List<Subtasks> createSubtasks() {
            List<Subtasks> subtasks = new ArrayList<>();
            List<Integer> one = items.subList(0, items.size() / 2); // expect: FJ2
            List<Integer> two = items.subList(items.size() / 2, items.size()); // expect: FJ2
            subtasks.add(new Subtasks(one));
            subtasks.add(new Subtasks(two));
            return subtasks;
        }
    }

    /** The workload of a well-known tutorial. */
    static class CustomRecursiveAction extends RecursiveAction {
        private String workload = "";
        private static final int THRESHOLD = 4;

        public CustomRecursiveAction(String workload) {
            this.workload = workload;
        }

        @Override
        protected void compute() {
            if (workload.length() > THRESHOLD) {
                invokeAll(createSubtasks());
            } else {
                processing(workload);
            }
        }

        private List<CustomRecursiveAction> createSubtasks() {
            List<CustomRecursiveAction> subtasks = new ArrayList<>();
            String partOne = workload.substring(0, workload.length() / 2); // expect: FJ2
            String partTwo = workload.substring(workload.length() / 2, workload.length()); // expect: FJ2
            subtasks.add(new CustomRecursiveAction(partOne));
            subtasks.add(new CustomRecursiveAction(partTwo));
            return subtasks;
        }

        private void processing(String work) {
            String result = work.toUpperCase();
            System.out.println("This result - (" + result + ") - was processed");
        }
    }

    static class Guava extends RecursiveTask<Integer> {
        private final ImmutableList<String> specs;

        Guava(ImmutableList<String> specs) {
            this.specs = specs;
        }

        @Override
        protected Integer compute() {
            if (specs.size() <= 2) return specs.size();
            List<Guava> tasks = new ArrayList<>();
            for (List<String> part : Lists.partition(specs, specs.size() / 2)) {
                tasks.add(new Guava(ImmutableList.copyOf(part))); // expect: FJ2
            }
            int sum = 0;
            for (Guava task : invokeAll(tasks)) sum += task.join();
            return sum;
        }
    }

    static class Partitioned extends RecursiveAction {
        private final List<String> specs;

        Partitioned(List<String> specs) {
            this.specs = specs;
        }

        @Override
        protected void compute() {
            if (specs.size() <= 2) return;
            List<Partitioned> tasks = new ArrayList<>();
            for (List<String> part : Lists.partition(specs, specs.size() / 2)) { // expect: FJ2
                tasks.add(new Partitioned(part));
            }
            invokeAll(tasks);
        }
    }

    static class Filtered extends RecursiveTask<Integer> {
        private final Set<Integer> candidates;

        Filtered(Set<Integer> candidates) {
            this.candidates = candidates;
        }

        @Override
        protected Integer compute() {
            if (candidates.size() < 8) return candidates.size();
            Set<Integer> even =
                    candidates.stream().filter(i -> i % 2 == 0).collect(Collectors.toSet()); // expect: FJ2
            Set<Integer> odd = new HashSet<>(candidates); // expect: FJ2
            odd.removeAll(even);
            Filtered a = new Filtered(even);
            Filtered b = new Filtered(odd);
            a.fork();
            return b.compute() + a.join();
        }
    }

    static class ElseIf extends RecursiveAction {
        List<Integer> data;

        ElseIf(List<Integer> data) {
            this.data = data;
        }

        @Override
        protected void compute() {
            if (data.isEmpty()) {
                return;
            } else if (data.size() == 1) {
                System.out.println(data.get(0));
            } else if (data.size() < 5) {
                List<Integer> sorted = new LinkedList<>(data);
                Collections.sort(sorted);
                System.out.println(sorted);
            } else {
                List<Integer> left = new LinkedList<>();
                List<Integer> right = new LinkedList<>();
                for (int i = 0; i < data.size(); i++) {
                    if (i < data.size() / 2) left.add(data.get(i)); // expect: FJ2
                    else right.add(data.get(i)); // expect: FJ2
                }
                new ElseIf(left).fork();
                new ElseIf(right).invoke();
            }
        }
    }

    static class ByHand extends RecursiveTask<Double> {
        private final double[] v;

        ByHand(double... v) {
            this.v = v;
        }

        @Override
        protected Double compute() {
            if (v.length == 1) return v[0];
            double[] a = new double[v.length / 2];
            double[] b = new double[v.length - a.length];
            for (int i = 0; i < a.length; i++) {
                a[i] = v[i]; // expect: FJ2
            }
            for (int i = 0; i < b.length; i++) b[i] = v[a.length + i]; // expect: FJ2
            ByHand left = new ByHand(a);
            left.fork();
            double right = new ByHand(b).compute();
            return Math.max(left.join(), right);
        }
    }

    static class Board {
        final int[] cells;

        Board(int[] cells) {
            this.cells = cells;
        }
    }

    static class Carried extends RecursiveTask<Integer> {
        private final Board board;
        private final int row;

        Carried(Board board, int row) {
            this.board = board;
            this.row = row;
        }

        @Override
        protected Integer compute() {
            if (row == board.cells.length) return 1;
            List<Carried> next = new ArrayList<>();
            for (int column = 0; column < board.cells.length; column++) {
                int[] cells = board.cells.clone(); // expect: FJ2
                cells[row] = column;
                next.add(new Carried(new Board(cells), row + 1));
            }
            return invokeAll(next).stream().mapToInt(Carried::join).sum();
        }
    }

    /** Only leaves copy. */
    static class LeafCopies extends RecursiveTask<Integer> {
        private final String text;
        private final int from, to;

        LeafCopies(String text, int from, int to) {
            this.text = text;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 80) {
                String line = text.substring(from, to);
                List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
                return words.stream().filter(w -> !w.isEmpty()).collect(Collectors.toList()).size();
            }
            int mid = (from + to) / 2;
            LeafCopies a = new LeafCopies(text, from, mid);
            LeafCopies b = new LeafCopies(text, mid, to);
            a.fork();
            return b.compute() + a.join();
        }
    }

    /** The number of elements of a copy is no copy. */
    static class Measures extends RecursiveTask<Integer> {
        private final List<Integer> all;
        private final int depth;

        Measures(List<Integer> all, int depth) {
            this.all = all;
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            int distinct = new HashSet<>(all).size();
            if (depth == 0) return distinct;
            Measures one = new Measures(all, Math.min(depth, distinct) - 1);
            one.fork();
            return one.join();
        }
    }

    /** Which of the parts an element goes to is chosen where it is added. */
    static class Chosen extends RecursiveTask<Integer> {
        private final List<Integer> all;

        Chosen(List<Integer> all) {
            this.all = all;
        }

        @Override
        protected Integer compute() {
            if (all.size() < 10_000) return all.get(0);
            List<Integer> small = new ArrayList<>();
            List<Integer> large = new ArrayList<>();
            List<Integer> odd = new ArrayList<>();
            List<Integer> even = new ArrayList<>();
            for (int each : all) {
                (each < all.get(0) ? small : large).add(each); // expect: FJ2
                List<Integer> kind = each % 2 == 0 ? even : odd;
                kind.add(each); // expect: FJ2
                (each < 100 ? new ArrayList<Integer>() : new ArrayList<Integer>()).add(each);
            }
            List<Integer> few = new ArrayList<>(), many = new ArrayList<>();
            for (int each : all) (each < 100 ? few : many).add(each);
            Chosen one = new Chosen(large);
            Chosen other = new Chosen(odd);
            one.fork();
            return other.compute() + one.join() + few.size() - many.size() + small.size();
        }
    }

    static class Dealt extends RecursiveTask<Integer> {
        private final List<Integer> all;

        Dealt(List<Integer> all) {
            this.all = all;
        }

        @Override
        protected Integer compute() {
            if (all.size() < 10_000) return all.get(0);
            List<Integer> small = new ArrayList<>();
            List<Integer> few = new ArrayList<>();
            all.stream().filter(it -> it < all.get(0)).forEach(small::add); // expect: FJ2
            all.stream().filter(it -> it < 100).forEach(few::add);
            List<Integer>[] parts = new List[] {new ArrayList<>(), new ArrayList<>()};
            List<Integer>[] counted = new List[] {new ArrayList<>(), new ArrayList<>()};
            List<List<Integer>> dealt = new ArrayList<>();
            Map<Boolean, List<Integer>> kinds = new HashMap<>();
            Map<Boolean, List<Integer>> seen = new HashMap<>();
            for (int i = 0; i < 4; i++) dealt.add(new ArrayList<>());
            for (int each : all) {
                parts[each % 2].add(each); // expect: FJ2
                counted[each % 2].add(each);
                dealt.get(each % 4).add(each); // expect: FJ2
                kinds.computeIfAbsent(each < 0, it -> new ArrayList<>()).add(each); // expect: FJ2
                seen.computeIfAbsent(each < 0, it -> new ArrayList<>()).add(each);
            }
            List<Dealt> tasks = new ArrayList<>();
            for (List<Integer> each : dealt) tasks.add(new Dealt(each));
            for (List<Integer> each : kinds.values()) tasks.add(new Dealt(each));
            tasks.add(new Dealt(parts[0]));
            tasks.add(new Dealt(small));
            int sum = counted[0].size() + seen.size() + few.size();
            for (Dealt each : invokeAll(tasks)) sum += each.join();
            return sum;
        }
    }
}
