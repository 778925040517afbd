package corpus.open;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Functions that workers run although nobody makes a task of them: of streams and of stages. */
class WithoutTasks {
    private final Map<Integer, Integer> cache = Collections.synchronizedMap(new HashMap<>());
    private final Map<Integer, Integer> open = new ConcurrentHashMap<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    // ---- parallel streams ------------------------------------------------------------------------

    static int sleepsInStream(int n) {
        return IntStream.range(0, n)
                .parallel()
                .map(
                        it -> {
                            pause(it);
                            return it;
                        })
                .sum();
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis); // expect: FJ6
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static int restsInSerialStream(int n) {
        return IntStream.range(0, n).map(WithoutTasks::rest).sum();
    }

    private static int rest(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return millis;
    }

    static List<Integer> sleepsByName(List<Integer> numbers) {
        return numbers.parallelStream().filter(it -> it > 2).map(WithoutTasks::nap).toList();
    }

    private static int nap(int millis) {
        try {
            Thread.sleep(millis); // expect: FJ6
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return millis;
    }

    static List<String> joins(List<CompletableFuture<String>> futures) {
        return futures.parallelStream().map(CompletableFuture::join).toList(); // expect: FJ6
    }

    static List<String> joinsSerially(List<CompletableFuture<String>> futures) {
        return futures.stream().map(CompletableFuture::join).toList();
    }

    /** What is said last holds for the whole stream. */
    static void parallelInTheEnd(List<Path> files) {
        Stream<Path> stream = files.stream();
        stream.map(
                        it -> {
                            try {
                                return Files.readString(it); // expect: FJ6
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        })
                .parallel()
                .forEach(it -> {});
    }

    static List<String> serialInTheEnd(List<Path> files) {
        return files.parallelStream()
                .map(
                        it -> {
                            try {
                                return Files.readString(it);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        })
                .sequential()
                .toList();
    }

    static void parallelAgain(List<Path> files) {
        files.parallelStream()
                .map(Path::getFileName)
                .toList()
                .forEach(
                        it -> {
                            try {
                                Files.readString(it); // the list's forEach
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
    }

    static void inVariables(Iterable<Integer> numbers, BlockingQueue<Integer> queue) {
        Stream<Integer> all = StreamSupport.stream(numbers.spliterator(), true);
        Stream<Integer> some = all.filter(it -> it > 1);
        some.forEach(
                it -> {
                    try {
                        queue.put(it); // expect: FJ6
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
    }

    static void ofArray(int[] numbers) {
        Arrays.parallelSetAll(
                numbers,
                it -> {
                    pauseLong(it);
                    return it;
                });
        IntUnaryOperator one = it -> 1;
        Arrays.parallelSetAll(numbers, one);
    }

    private static void pauseLong(int millis) {
        try {
            Thread.sleep(millis); // expect: FJ6
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void locks(List<Integer> numbers) {
        numbers.parallelStream()
                .forEach(it -> cache.computeIfAbsent(it, key -> 1)); // expect: FJ5
        numbers.parallelStream().forEach(it -> open.computeIfAbsent(it, key -> 1));
        numbers.parallelStream().map(String::valueOf).forEach(log::add); // expect: FJ5
    }

    List<Integer> underMonitor(List<Integer> numbers) {
        List<Integer> found = new ArrayList<>();
        numbers.parallelStream()
                .forEach(
                        it -> {
                            synchronized (found) { // expect: FJ5
                                found.add(it);
                            }
                        });
        return found;
    }

    static Map<Boolean, Long> collects(List<Integer> numbers) {
        return numbers.parallelStream()
                .collect(Collectors.partitioningBy(it -> it > 3, Collectors.counting()));
    }

    // ---- stages ----------------------------------------------------------------------------------

    static CompletableFuture<String> afterAsynchronous(Path file) {
        return CompletableFuture.supplyAsync(file::toString)
                .thenApply(String::trim)
                .thenApply(
                        it -> {
                            try {
                                return it + Files.readString(file); // expect: FJ6
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
    }

    private static CompletableFuture<Path> located(String name) {
        return CompletableFuture.supplyAsync(() -> Path.of(name), ForkJoinPool.commonPool());
    }

    static CompletableFuture<Void> afterHelper(String name) {
        return located(name)
                .thenAccept(
                        it -> {
                            try {
                                Files.readString(it); // expect: FJ6
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
    }

    static CompletableFuture<String> ofOtherThreads(Path file, ExecutorService readers) {
        return CompletableFuture.supplyAsync(file::toString, readers)
                .thenApply(
                        it -> {
                            try {
                                return it + Files.readString(file);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        });
    }

    static CompletableFuture<List<String>> afterAll(List<CompletableFuture<String>> futures) {
        return CompletableFuture.allOf(futures.toArray(new CompletableFuture<?>[0]))
                .thenApply(it -> futures.stream().map(CompletableFuture::join).toList());
    }

    static CompletableFuture<Void> oneAfterAnother(List<Path> files) {
        CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
        for (Path file : files) {
            last =
                    last.thenRun(
                            () -> {
                                try {
                                    Files.readString(file);
                                } catch (IOException e) {
                                    throw new UncheckedIOException(e);
                                }
                            });
        }
        return last;
    }
}
