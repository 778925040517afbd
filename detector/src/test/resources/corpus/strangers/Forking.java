package corpus.strangers;

import java.io.File;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tasks forked, as people do who never read how. */
class Forking {
    static class Node {
        long value;
        List<Node> kids = new ArrayList<>();

        List<Node> kids() {
            return kids;
        }
    }

    static class Indexed extends RecursiveTask<Long> {
        final Node node;

        Indexed(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            long sum = node.value;
            List<ForkJoinTask<Long>> forks = new LinkedList<>();
            for (int i = 0; i < node.kids.size(); i++) {
                forks.add(new Indexed(node.kids.get(i)).fork()); // expect: FJ4
            }
            for (int i = forks.size() - 1; i >= 0; i--) {
                sum += forks.get(i).join();
            }
            return sum;
        }
    }

    static class ByIterator extends RecursiveTask<Long> {
        final Node node;

        ByIterator(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            Deque<ByIterator> open = new ArrayDeque<>();
            for (Iterator<Node> it = node.kids().iterator(); it.hasNext(); ) {
                ByIterator child = new ByIterator(it.next());
                open.push(child);
                child.fork(); // expect: FJ4
            }
            long sum = node.value;
            while (!open.isEmpty()) {
                sum += open.pop().join();
            }
            return sum;
        }
    }

    static class Array extends RecursiveAction {
        final int n;

        Array(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n < 2) return;
            Array[] tasks = new Array[n];
            for (int i = 0; i < tasks.length; ++i) {
                (tasks[i] = new Array(n - 1)).fork(); // expect: FJ4
            }
            for (Array t : tasks) t.join();
            ForkJoinTask<?>[] more = new ForkJoinTask<?>[n];
            int at = 0;
            do {
                more[at] = new Array(at).fork(); // expect: FJ4
            } while (++at < n);
            Arrays.stream(more).forEach(ForkJoinTask::join);
        }
    }

    static class TwoLoops extends RecursiveTask<Integer> {
        final int n;

        TwoLoops(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            List<TwoLoops> list = new ArrayList<>();
            for (int i = 0; i < n; i++) list.add(new TwoLoops(i));
            for (TwoLoops t : list) {
                t.fork(); // expect: FJ4
            }
            int r = 1;
            for (TwoLoops t : list) {
                r += t.join();
            }
            list.forEach(TwoLoops::fork); // expect: FJ4
            list.forEach(t -> t.fork()); // expect: FJ4
            list.iterator().forEachRemaining(ForkJoinTask::fork); // expect: FJ4
            return r;
        }
    }

    static class Streaming extends RecursiveTask<Long> {
        final File dir;

        Streaming(File dir) {
            this.dir = dir;
        }

        @Override
        protected Long compute() {
            File[] files = Objects.requireNonNullElse(dir.listFiles(), new File[0]);
            List<ForkJoinTask<Long>> forks =
                    Stream.of(files)
                            .filter(File::isDirectory)
                            .map(Streaming::new)
                            .map(ForkJoinTask::fork) // expect: FJ4
                            .collect(Collectors.toList());
            List<Streaming> rest =
                    Arrays.stream(files)
                            .map(
                                    f -> {
                                        Streaming s = new Streaming(f);
                                        s.fork(); // expect: FJ4
                                        return s;
                                    })
                            .toList();
            List<Streaming> peeked =
                    Arrays.stream(files)
                            .map(Streaming::new)
                            .peek(RecursiveTask::fork) // expect: FJ4
                            .toList();
            IntStream.range(0, 3)
                    .mapToObj(i -> new Streaming(files[i]).fork()) // expect: FJ4
                    .toList()
                    .forEach(ForkJoinTask::join);
            return Stream.of(forks, rest, peeked)
                    .flatMap(Collection::stream)
                    .mapToLong(ForkJoinTask::join)
                    .sum();
        }
    }

    static class Chained extends RecursiveTask<Integer> {
        final int k;

        Chained(int k) {
            this.k = k;
        }

        @Override
        protected Integer compute() {
            if (k < 1) return 1;
            List<ForkJoinTask<Integer>> all = new ArrayList<>();
            all.add(new Chained(k - 1).fork()); // expect: FJ4
            all.add(new Chained(k - 2).fork()); // expect: FJ4
            List<ForkJoinTask<Integer>> both =
                    List.of(
                            new Chained(k - 3).fork(), // expect: FJ4
                            new Chained(k - 4).fork()); // expect: FJ4
            return all.get(0).join() + all.get(1).join() + both.get(0).join() + both.get(1).join();
        }
    }

    static class Helper extends RecursiveAction {
        final int[][] grid;
        final int x, y;

        Helper(int[][] grid, int x, int y) {
            this.grid = grid;
            this.x = x;
            this.y = y;
        }

        @Override
        protected void compute() {
            List<Helper> tasks = new ArrayList<>();
            for (int dx = -1; dx <= 1; dx++) {
                for (int dy = -1; dy <= 1; dy++) {
                    if (dx != 0 || dy != 0) {
                        visit(x + dx, y + dy, tasks);
                    }
                }
            }
            for (Helper t : tasks) t.join();
        }

        private void visit(int px, int py, List<Helper> tasks) {
            if (px >= 0 && py >= 0 && px < grid.length && py < grid.length && grid[px][py] == 0) {
                Helper h = new Helper(grid, px, py);
                tasks.add(h);
                h.fork(); // expect: FJ4
            }
        }
    }

    static class Mapped extends RecursiveTask<Map<String, Integer>> {
        final Map<String, List<String>> graph;
        final String from;

        Mapped(Map<String, List<String>> graph, String from) {
            this.graph = graph;
            this.from = from;
        }

        @Override
        protected Map<String, Integer> compute() {
            Map<String, ForkJoinTask<Map<String, Integer>>> running = new HashMap<>();
            for (String to : graph.get(from)) {
                running.put(to, new Mapped(graph, to).fork()); // expect: FJ4
            }
            graph.keySet()
                    .forEach(
                            key ->
                                    running.computeIfAbsent(
                                            key,
                                            k -> new Mapped(graph, k).fork())); // expect: FJ4
            Map<String, Integer> sizes = new HashMap<>();
            running.forEach((key, task) -> sizes.put(key, task.join().size()));
            return sizes;
        }
    }

    static class ForkJoined extends RecursiveTask<Integer> {
        final int n;

        ForkJoined(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                ForkJoined t = new ForkJoined(i);
                t.fork(); // FJ7 alone
                sum += t.join();
            }
            return sum;
        }
    }

    static class Linked extends RecursiveTask<Integer> {
        final int n;
        Linked next;

        Linked(int n, Linked next) {
            this.n = n;
            this.next = next;
        }

        @Override
        protected Integer compute() {
            Linked forks = null;
            for (int i = 0; i < n; i++) {
                forks = new Linked(i, forks);
                forks.fork(); // expect: FJ4
            }
            int sum = 0;
            while (forks != null) {
                sum += forks.join();
                forks = forks.next;
            }
            return sum;
        }
    }

    static class While extends RecursiveTask<Integer> {
        final Iterator<String> lines;

        While(Iterator<String> lines) {
            this.lines = lines;
        }

        @Override
        protected Integer compute() {
            List<ForkJoinTask<Integer>> counts = new ArrayList<>();
            String line;
            while (lines.hasNext() && (line = lines.next()) != null) {
                String text = line;
                counts.add(ForkJoinTask.adapt(() -> text.length()).fork()); // expect: FJ4
            }
            return counts.stream().mapToInt(ForkJoinTask::join).sum();
        }
    }

    static class Foreign extends jsr166y.RecursiveAction {
        final int n;

        Foreign(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            List<Foreign> list = new ArrayList<Foreign>();
            for (int i = 0; i < n; i++) {
                Foreign f = new Foreign(i);
                f.fork(); // expect: FJ4
                list.add(f);
            }
            for (Foreign f : list) {
                f.join();
            }
        }
    }

    static class Cleaved extends dev.cleave.RecursiveAction {
        final Node node;

        Cleaved(Node node) {
            this.node = node;
        }

        @Override
        protected void compute() {
            var tasks = new ArrayList<Cleaved>();
            for (var kid : node.kids) {
                var task = new Cleaved(kid);
                tasks.add(task);
                task.fork(); // expect: FJ4
            }
            tasks.forEach(Cleaved::join);
        }
    }

    static class Generic<T extends RecursiveTask<Integer>> extends RecursiveTask<Integer> {
        final List<T> inner;

        Generic(List<T> inner) {
            this.inner = inner;
        }

        @Override
        protected Integer compute() {
            for (T t : inner) t.fork(); // expect: FJ4
            int sum = 0;
            for (T t : inner) sum += t.join();
            return sum;
        }
    }

    // ---- traps -----------------------------------------------------------------------------------

    static class CollectsOnly extends RecursiveTask<Long> {
        final Node node;

        CollectsOnly(Node node) {
            this.node = node;
        }

        @Override
        protected Long compute() {
            List<CollectsOnly> kids = new ArrayList<>();
            for (Node kid : node.kids) {
                kids.add(new CollectsOnly(kid));
            }
            long sum = node.value;
            for (CollectsOnly kid : invokeAll(kids)) {
                sum += kid.join();
            }
            return sum;
        }
    }

    static class FourInARow extends RecursiveAction {
        final int n;

        FourInARow(int n) {
            this.n = n;
        }

        @Override
        protected void compute() {
            if (n < 2) return;
            FourInARow a = new FourInARow(n / 4);
            FourInARow b = new FourInARow(n / 4);
            FourInARow c = new FourInARow(n / 4);
            FourInARow d = new FourInARow(n - n / 4 * 3);
            a.fork();
            b.fork();
            c.fork();
            d.compute();
            c.join();
            b.join();
            a.join();
            for (int i = 0; i < 3; i++) {
                System.out.println(i);
            }
        }
    }

    /** Halves its own range as long as it is large. */
    static class Halving extends RecursiveAction {
        final double[] a;
        int lo, hi;
        Halving next;

        Halving(double[] a, int lo, int hi, Halving next) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
            this.next = next;
        }

        @Override
        protected void compute() {
            Halving right = null;
            while (hi - lo > 64 && getSurplusQueuedTaskCount() <= 3) {
                int mid = (lo + hi) >>> 1;
                right = new Halving(a, mid, hi, right);
                right.fork();
                hi = mid;
            }
            for (int i = lo; i < hi; i++) a[i] = Math.sqrt(a[i]);
            for (Halving r = right; r != null; r = r.next) {
                if (r.tryUnfork()) r.compute();
                else r.join();
            }
        }
    }

    static class HalvingLocal extends RecursiveTask<Long> {
        final long[] a;
        final int lo, hi;

        HalvingLocal(long[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected Long compute() {
            int l = lo, h = hi;
            Deque<HalvingLocal> forks = new ArrayDeque<>();
            while (h - l > 1000) {
                int m = l + (h - l) / 2;
                HalvingLocal upper = new HalvingLocal(a, m, h);
                forks.push((HalvingLocal) upper.fork());
                h = m;
            }
            long sum = 0;
            for (int i = l; i < h; i++) sum += a[i];
            for (HalvingLocal f : forks) sum += f.join();
            return sum;
        }
    }

    static class Completes extends CountedCompleter<Void> {
        final Node[] nodes;

        Completes(CountedCompleter<?> parent, Node[] nodes) {
            super(parent);
            this.nodes = nodes;
        }

        @Override
        public void compute() {
            setPendingCount(nodes.length);
            for (Node node : nodes) {
                new Completes(this, node.kids.toArray(new Node[0])).fork(); // expect: FJ2
            }
            tryComplete();
        }
    }

    /** Not a task: a child process, a repository, a phaser. */
    static class Process {
        Process fork() {
            return this;
        }
    }

    static class Processes extends RecursiveAction {
        final List<Process> processes = new ArrayList<>();

        @Override
        protected void compute() {
            for (Process p : processes) p.fork();
            processes.forEach(Process::fork);
            List<Process> forked = processes.stream().map(Process::fork).toList();
            new Phaser(forked.size()).register();
        }
    }

    static class InvokesEach extends RecursiveTask<Integer> {
        final int n;

        InvokesEach(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                InvokesEach l = new InvokesEach(i);
                InvokesEach r = new InvokesEach(i / 2);
                invokeAll(l, r);
                sum += l.join() + r.join();
            }
            return sum;
        }
    }
}
