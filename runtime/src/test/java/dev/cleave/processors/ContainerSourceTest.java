package dev.cleave.processors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.cleave.conformance.Background;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a source finds in root directories of all kinds, and when it looks again. */
class ContainerSourceTest {
    private static final long PERIOD = ContainerSource.PERIOD_NANOS;

    @TempDir Path directory;

    private FakeRoot root(int processors) {
        return new FakeRoot(directory, processors);
    }

    /** Told the time by the test. */
    private ContainerSource at0(boolean heedPressure) {
        return new ContainerSource(directory, Rounding.CEIL, heedPressure, 0);
    }

    @Test
    void withoutGroupsTheAffinityMaskCounts() {
        FakeRoot root = root(6);
        assertEquals(6, root.processors());
        assertEquals(9, root.affinity(9).processors());
    }

    @Test
    void withoutAnythingTheVirtualMachinesNumberCounts() {
        assertEquals(
                Runtime.getRuntime().availableProcessors(),
                new ContainerSource(directory.resolve("none"), Rounding.CEIL, true).current());
    }

    @Test
    void thisMachineHasAProcessorAndNotMoreThanTheVirtualMachineSays() {
        int here = new ContainerSource(Path.of("/"), Rounding.CEIL, false).current();
        assertTrue(
                here >= 1 && here <= Runtime.getRuntime().availableProcessors(),
                () -> "here: " + here);
    }

    @Test
    void aQuotaOfVersion2IsRoundedAsSaid() {
        FakeRoot root = root(8).inV2("/app").quotaV2("/app", 250);
        assertEquals(2, root.processors(Rounding.FLOOR));
        assertEquals(3, root.processors(Rounding.ROUND));
        assertEquals(3, root.processors(Rounding.CEIL));
        assertEquals(1, root.quotaV2("/app", 10).processors(Rounding.FLOOR));
    }

    @Test
    void aQuotaOfVersion1IsRoundedAsSaid() {
        FakeRoot root = root(8).inV1("/app").quotaV1("/app", 240);
        assertEquals(2, root.processors(Rounding.FLOOR));
        assertEquals(2, root.processors(Rounding.ROUND));
        assertEquals(3, root.processors(Rounding.CEIL));
        assertEquals(1, root.quotaV1("/app", 10).processors(Rounding.FLOOR));
    }

    @Test
    void aQuotaAboveTheMaskDoesNotAddProcessors() {
        assertEquals(3, root(3).inV2("/app").quotaV2("/app", 1200).processors());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a", "/a/b", "/a/b/c"})
    void theQuotaOfAnyParentCounts(String limited) {
        FakeRoot v2 = root(8).inV2("/a/b/c");
        v2.write("sys/fs/cgroup/a/b/c/cpu.max", "max 100000\n");
        assertEquals(8, v2.processors());
        assertEquals(2, v2.quotaV2(limited, 200).processors());
        FakeRoot v1 = root(8).inV1("/a/b/c");
        v1.write("sys/fs/cgroup/cpu,cpuacct/a/b/c/cpu.cfs_quota_us", "-1\n");
        assertEquals(8, v1.processors());
        assertEquals(3, v1.quotaV1(limited, 300).processors());
    }

    @Test
    void theQuotaOfANeighbourDoesNotCount() {
        FakeRoot root = root(8).inV2("/a/b").quotaV2("/a/c", 100).quotaV2("/a/b/below", 100);
        assertEquals(8, root.processors());
    }

    @Test
    void ofSeveralQuotasTheStrictestCounts() {
        FakeRoot root = root(8).inV2("/a/b").quotaV2("/a", 300).quotaV2("/a/b", 500);
        assertEquals(3, root.processors());
        assertEquals(2, root.quotaV2("/a/b", 200).processors());
    }

    @Test
    void bothVersionsAtOnce() {
        FakeRoot root = root(8).inV1("/old").quotaV1("/old", 400);
        root.write(
                "proc/self/mountinfo",
                FakeRoot.V1 + "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        root.write("proc/self/cgroup", "4:cpu,cpuacct:/old\n0::/new\n");
        root.directory("sys/fs/cgroup/unified/new");
        assertEquals(4, root.processors());
        root.write("sys/fs/cgroup/unified/new/cpu.max", "200000 100000\n");
        assertEquals(2, root.processors());
    }

    @Test
    void inAContainerTheGroupIsAtTheMountPoint() {
        FakeRoot root = root(8).inV1("/docker/abc");
        root.write(
                "proc/self/mountinfo",
                "36 35 0:30 /docker/abc /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n");
        root.write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n");
        root.write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        assertEquals(2, root.processors());
        root.write("proc/self/cgroup", "4:cpu,cpuacct:/docker/abc/inner\n");
        root.write("sys/fs/cgroup/cpu/inner/cpu.cfs_quota_us", "100000\n");
        root.write("sys/fs/cgroup/cpu/inner/cpu.cfs_period_us", "100000\n");
        assertEquals(1, root.processors());
    }

    @Test
    void aGroupOutsideTheNamespaceIsSeenAtTheMountPoint() {
        FakeRoot root = root(8).inV2("/").quotaV2("", 200);
        root.write("proc/self/cgroup", "0::/../../other\n");
        root.write("other/cpu.max", "100000 100000\n");
        assertEquals(2, root.processors());
    }

    @ParameterizedTest
    @ValueSource(strings = {"300000 100000\n", "300000  100000", "\t300000\t100000 \n"})
    void anyBlanksMayStandInTheQuota(String quota) {
        FakeRoot root = root(8).inV2("/a");
        root.write("sys/fs/cgroup/a/cpu.max", quota);
        assertEquals(3, root.processors());
    }

    @Test
    void blanksInPathsAreUnderstood() {
        FakeRoot root = root(8);
        root.write(
                "proc/self/mountinfo", "36 35 0:30 / /a\\040b rw shared:9 - cgroup2 cgroup2 rw\n");
        root.write("proc/self/cgroup", "0::/c d\n");
        root.write("a b/c d/cpu.max", "300000 100000\n");
        assertEquals(3, root.processors());
    }

    @Test
    void theProcessorSetCounts() {
        FakeRoot v2 = root(8).inV2("/a");
        v2.write("sys/fs/cgroup/a/cpuset.cpus.effective", "0-2,5\n");
        assertEquals(4, v2.processors());
        FakeRoot v1 = root(8).inV1("/a");
        v1.write("sys/fs/cgroup/cpuset/a/cpuset.cpus", "1,3\n");
        assertEquals(2, v1.processors());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "max",
                "max 100000",
                "100000",
                "100000 0",
                "0 100000",
                "-5 100000",
                "100000 -1",
                "many few",
                "1e5 1e5",
                "99999999999999999999 100000",
                "100000 100000 100000",
                "\u0000\u0000"
            })
    void aQuotaThatCannotBeUnderstoodLimitsNothing(String garbage) {
        FakeRoot root = root(8).inV2("/a");
        root.write("sys/fs/cgroup/a/cpu.max", garbage);
        assertEquals(8, root.processors());
        // As does a file of version 1 with each half of it.
        root.inV1("/a").write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", garbage);
        root.write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
        if (!garbage.equals("100000")) {
            assertEquals(8, root.processors());
        }
        root.quotaV1("/a", 200).write("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", garbage);
        if (!garbage.equals("100000")) {
            assertEquals(8, root.processors());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "garbage",
                "0::",
                "::",
                "0::relative",
                "4:cpu:/\u0000",
                "0::/\u0000",
                " - - ",
                "36 35 0:30 / - cgroup2",
                "36 35 0:30 / \u0000 rw - cgroup2 cgroup2 rw",
                "36 35 0:30 / /\\777 rw - cgroup2 cgroup2 rw"
            })
    void garbageInTheProcessFilesLimitsNothing(String garbage) {
        for (String file : List.of("cgroup", "mountinfo", "status")) {
            FakeRoot root = root(5).inV2("/a");
            root.write("proc/self/" + file, garbage);
            int expected = file.equals("status") ? Runtime.getRuntime().availableProcessors() : 5;
            assertEquals(expected, root.processors(), file);
        }
    }

    @Test
    void aDirectoryInPlaceOfAFileLimitsNothing() {
        FakeRoot root = root(8).inV2("/a").directory("sys/fs/cgroup/a/cpu.max");
        assertEquals(8, root.processors());
    }

    @Test
    void aFileThatMayNotBeReadLimitsNothing() throws Exception {
        FakeRoot root = root(8).inV2("/a").quotaV2("/a", 200);
        Path file = directory.resolve("sys/fs/cgroup/a/cpu.max");
        assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file), "this user may");
        assertEquals(8, root.processors());
    }

    @Test
    void filesAreReadAgainAfterASecondAndNotBefore() {
        FakeRoot root = root(8).inV2("/a").quotaV2("/a", 300);
        ContainerSource source = at0(false);
        root.quotaV2("/a", 200);
        assertEquals(3, source.current(0));
        assertEquals(3, source.current(PERIOD - 1));
        assertEquals(2, source.current(PERIOD));
        root.quotaV2("/a", 600).affinity(4);
        assertEquals(2, source.current(2 * PERIOD - 1));
        assertEquals(4, source.current(2 * PERIOD));
    }

    @Test
    void theClockMayOverflow() {
        FakeRoot root = root(8).inV2("/a").quotaV2("/a", 300);
        long start = Long.MAX_VALUE - PERIOD / 2;
        ContainerSource source = new ContainerSource(directory, Rounding.CEIL, false, start);
        root.quotaV2("/a", 200);
        assertEquals(3, source.current(start + PERIOD - 1));
        assertEquals(2, source.current(start + PERIOD));
    }

    @Test
    void filesMayVanishAndComeBack() {
        FakeRoot root = root(8).inV2("/a").quotaV2("/a", 300);
        ContainerSource source = at0(false);
        root.delete("sys/fs/cgroup/a/cpu.max");
        assertEquals(8, source.current(PERIOD));
        root.delete("sys/fs/cgroup/a");
        assertEquals(8, source.current(2 * PERIOD));
        root.delete("proc/self/cgroup");
        assertEquals(8, source.current(3 * PERIOD));
        root.inV2("/a").quotaV2("/a", 300);
        assertEquals(3, source.current(4 * PERIOD));
    }

    @Test
    void aProcessThatIsMovedIsLimitedByItsNewGroup() {
        FakeRoot root = root(8).inV2("/a").quotaV2("/a", 300).quotaV2("/b", 500);
        ContainerSource source = at0(false);
        root.inV2("/b");
        assertEquals(5, source.current(PERIOD));
    }

    @Test
    void manyReadersSeeOneOfTheNumbersThatThereWere() throws Exception {
        FakeRoot root = root(8).inV2("/a").quotaV2("/a", 300);
        ContainerSource source = at0(false);
        List<Background<Void>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            readers.add(
                    Background.run(
                            () -> {
                                for (long now = 0; now < 300 * PERIOD; now += PERIOD / 3) {
                                    int n = source.current(now);
                                    assertTrue(n == 3 || n == 5 || n == 8, () -> "read: " + n);
                                }
                            }));
        }
        for (int i = 0; i < 300; i++) {
            root.inV2(i % 2 == 0 ? "/b" : "/a").quotaV2("/b", 500);
        }
        for (Background<Void> reader : readers) reader.await();
        root.inV2("/b");
        assertEquals(5, source.current(400 * PERIOD));
    }

    // ---- hints

    /** In periods of the source. */
    private static String stat(double throttled) {
        return "nr_periods 10\nnr_throttled 5\nthrottled_usec "
                + (long) (throttled * PERIOD / 1_000)
                + "\n";
    }

    @Test
    void processorsThatThrottlingMakesUselessAreLeftUntilItEnds() {
        FakeRoot root = root(8).inV2("/a/b").quotaV2("/a", 800);
        String file = "sys/fs/cgroup/a/cpu.stat";
        root.write(file, stat(100));
        ContainerSource source = at0(false);
        long now = PERIOD; // the first look after a new limit takes no hint
        assertEquals(8, source.current(now));
        root.write(file, stat(103.5));
        assertEquals(5, source.current(now += PERIOD));
        root.write(file, stat(104.4)); // part of a processor: the quota is not a whole number
        assertEquals(5, source.current(now += PERIOD));
        root.write(file, stat(114.4)); // half of them at most
        assertEquals(3, source.current(now += PERIOD));
        for (int back = 3; back <= 8; back++) {
            assertEquals(back, source.current(now), "after " + now);
            for (int calm = 0; calm < 4; calm++) {
                assertEquals(back, source.current(now += PERIOD), "after " + now);
            }
            source.current(now += PERIOD);
        }
        assertEquals(8, source.current(now + PERIOD));
    }

    @Test
    void throttlingOfVersion1IsInNanoseconds() {
        FakeRoot root = root(4).inV1("/a").quotaV1("/a", 400);
        String file = "sys/fs/cgroup/cpu,cpuacct/a/cpu.stat";
        root.write(file, "nr_periods 1\nnr_throttled 1\nthrottled_time 0\n");
        ContainerSource source = at0(false);
        assertEquals(4, source.current(PERIOD));
        root.write(file, "nr_periods 1\nnr_throttled 1\nthrottled_time 1100000000\n");
        assertEquals(3, source.current(2 * PERIOD));
    }

    /** As in a container that sees the path of its group, but only the mount point of it. */
    @Test
    void throttlingCountsWhereTheOwnGroupIsNotToBeSeen() {
        FakeRoot root = root(4).inV2("/").quotaV2("", 400);
        root.write("proc/self/cgroup", "0::/docker/abc\n");
        String file = "sys/fs/cgroup/cpu.stat";
        root.write(file, stat(0));
        ContainerSource source = at0(false);
        assertEquals(4, source.current(PERIOD));
        root.write(file, stat(1.1));
        assertEquals(3, source.current(2 * PERIOD));
        root.quotaV2("/docker/abc", 200);
        assertEquals(2, source.current(3 * PERIOD), "the group has come to be seen");
    }

    @Test
    void aNewQuotaCountsWhateverTheHintsSaidOfTheOldOne() {
        FakeRoot root = root(8).inV2("/a").quotaV2("/a", 400);
        String file = "sys/fs/cgroup/a/cpu.stat";
        root.write(file, stat(0));
        ContainerSource source = at0(false);
        source.current(PERIOD);
        root.write(file, stat(2));
        assertEquals(2, source.current(2 * PERIOD));
        root.quotaV2("/a", 600).write(file, stat(4));
        assertEquals(6, source.current(3 * PERIOD));
        root.write(file, stat(6)); // from when there were fewer
        assertEquals(6, source.current(4 * PERIOD));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "throttled_usec", "throttled_usec x", "throttled_usec -9", "\u0000"})
    void throttlingThatCannotBeUnderstoodIsNone(String garbage) {
        FakeRoot root = root(8).inV2("/a").quotaV2("/a", 400);
        ContainerSource source = at0(false);
        for (int i = 1; i < 5; i++) {
            root.write("sys/fs/cgroup/a/cpu.stat", i % 2 == 0 ? garbage : stat(i / 2));
            assertEquals(4, source.current(i * PERIOD));
        }
    }

    private static String pressure(double some, double full) {
        return "some avg10=0.00 avg60=0.00 avg300=0.00 total=%d\n".formatted((long) (some * 1e6))
                + "full avg10=0.00 avg60=0.00 avg300=0.00 total=%d\n"
                        .formatted((long) (full * 1e6));
    }

    @Test
    void pressureTakesOneProcessorALookIfItIsHeeded() {
        FakeRoot root = root(4).inV2("/a");
        String file = "sys/fs/cgroup/a/cpu.pressure";
        root.write(file, pressure(0, 0));
        ContainerSource heeding = at0(true);
        ContainerSource indifferent = at0(false);
        heeding.current(PERIOD);
        root.write(file, pressure(0.9, 0.1));
        assertEquals(3, heeding.current(2 * PERIOD));
        root.write(file, pressure(1.3, 0.1)); // little
        assertEquals(3, heeding.current(3 * PERIOD));
        root.write(file, pressure(2.3, 1.1)); // throttled: nobody ran
        assertEquals(3, heeding.current(4 * PERIOD));
        root.write(file, pressure(3.3, 1.1));
        assertEquals(2, heeding.current(5 * PERIOD));
        root.write(file, pressure(4.3, 1.1));
        assertEquals(1, heeding.current(6 * PERIOD));
        root.write(file, pressure(5.3, 1.1));
        assertEquals(1, heeding.current(7 * PERIOD));
        assertEquals(4, indifferent.current(7 * PERIOD));
    }

    @Test
    void pressureOfAnOlderKernelHasNoSecondLine() {
        FakeRoot root = root(4).inV2("/a");
        String file = "sys/fs/cgroup/a/cpu.pressure";
        root.write(file, pressure(0, 0).split("\n")[0]);
        ContainerSource source = at0(true);
        source.current(PERIOD);
        root.write(file, pressure(0.9, 0).split("\n")[0]);
        assertEquals(3, source.current(2 * PERIOD));
    }

    // ---- the virtual machine's number

    @Test
    void whatTheVirtualMachineWasToldCounts() {
        FakeRoot root = root(4);
        root.write("proc/thread-self/status", "Cpus_allowed:\tf\n");
        ContainerSource source = new ContainerSource(directory, Rounding.CEIL, false);
        assertEquals(4, source.heeding(4).current());
        assertEquals(16, source.heeding(16).current());
        assertEquals(2, source.heeding(2).current());
    }

    @Test
    void aQuotaThatTheVirtualMachineDoesNotSeeCounts() {
        FakeRoot root = root(4).inV2("/a").quotaV2("", 200);
        root.write("proc/thread-self/status", "Cpus_allowed:\tf\n");
        assertEquals(2, new ContainerSource(directory, Rounding.CEIL, false).heeding(4).current());
    }

    @Test
    void aBoundThreadDoesNotLimitTheProcess() {
        FakeRoot root = root(4);
        root.write("proc/thread-self/status", "Cpus_allowed:\t8\n");
        assertEquals(4, new ContainerSource(directory, Rounding.CEIL, false).heeding(1).current());
    }
}
