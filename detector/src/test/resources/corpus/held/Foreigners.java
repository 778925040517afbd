package corpus.foreigners;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jsr166y.ForkJoinPool;
import jsr166y.ForkJoinTask;
import jsr166y.RecursiveAction;
import jsr166y.RecursiveTask;
import org.example.logging.Logger;
import org.example.logging.LoggerFactory;

/** Java 6, jsr166y, and a library nobody gave us. */
public class Foreigners {
    private static final Logger LOG = LoggerFactory.getLogger(Foreigners.class);
    private static final ForkJoinPool POOL = new ForkJoinPool();

    static class Image {
        int width;
        int[] pixels;
    }

    public static class Blur extends RecursiveAction {
        private final int[] source;
        private final int[] destination;
        private final int start;
        private final int length;

        public Blur(int[] source, int start, int length, int[] destination) {
            this.source = source;
            this.start = start;
            this.length = length;
            this.destination = destination;
        }

        protected void computeDirectly() {
            for (int index = start; index < start + length; index++) {
                destination[index] = source[index] / 2;
            }
        }

        @Override
        protected void compute() {
            if (length < 100000) {
                computeDirectly();
                return;
            }
            int split = length / 2;
            invokeAll(
                    new Blur(source, start, split, destination),
                    new Blur(source, start + split, length - split, destination));
        }
    }

    public static class Max extends RecursiveTask<Integer> {
        private final int[] numbers;

        public Max(int[] numbers) {
            this.numbers = numbers;
        }

        @Override
        protected Integer compute() {
            LOG.debug("task of {}", numbers.length);
            if (numbers.length == 1) {
                return numbers[0];
            }
            int split = numbers.length / 2;
            Max left = new Max(Arrays.copyOfRange(numbers, 0, split)); // expect: FJ2
            Max right = new Max(Arrays.copyOfRange(numbers, split, numbers.length)); // expect: FJ2
            POOL.submit(left); // expect: FJ1
            return Math.max(right.invoke(), left.join());
        }
    }

    public static class Crawl extends RecursiveTask<List<String>> {
        private final String page;
        private final int depth;

        public Crawl(String page, int depth) {
            this.page = page;
            this.depth = depth;
        }

        @Override
        protected List<String> compute() {
            List<String> links = new ArrayList<String>();
            links.add(page);
            if (depth > 0) {
                List<Crawl> crawls = new ArrayList<Crawl>();
                for (String link : page.split(" ")) {
                    Crawl crawl = new Crawl(link, depth - 1);
                    crawl.fork(); // expect: FJ4
                    crawls.add(crawl);
                }
                for (Crawl crawl : crawls) {
                    links.addAll(crawl.join()); // expect: FJ3
                }
            }
            return links;
        }
    }

    public static class Scaled extends RecursiveTask<Integer> {
        private final Image image;
        private final int row;

        public Scaled(Image image, int row) {
            this.image = image;
            this.row = row;
        }

        @Override
        protected Integer compute() {
            if (row >= image.pixels.length / image.width) {
                return 0;
            }
            Scaled next = new Scaled(image, row + 1);
            ForkJoinTask<Integer> forked = next.fork();
            int sum = 0;
            for (int x = 0; x < image.width; x++) {
                sum += image.pixels[row * image.width + x];
            }
            return sum + forked.join();
        }
    }

    public static void main(String[] args) {
        System.out.println(POOL.invoke(new Max(new int[] {3, 1, 2})));
        POOL.execute(new Scaled(new Image(), 0));
    }
}
