package dev.cleave.profiler;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What a recording says, in numbers. Times are seconds, moments are seconds since the recording
 * began. Names of pools, threads and classes are the program's and may hold anything.
 *
 * @param recording where it comes from
 * @param bins how the time is divided for all that is given over time
 * @param pools the one that computed longest first
 * @param blocking what held up workers in tasks, the longest first
 * @param hot where the program's threads computed most often, by samples
 * @param machine what else used the processors
 * @param advice what to change, that which costs most first
 * @param missing what the recording does not hold and a reader should know
 * @param energy what the processors used while the program ran; null if nobody measured it
 * @param speedup what more processors would bring, and what they brought; null if work and span
 *     were not measured
 */
public record Profile(
        Recording recording,
        BinWidth bins,
        List<Pool> pools,
        List<Blocking> blocking,
        List<Count> hot,
        Machine machine,
        List<Advice> advice,
        List<String> missing,
        Energy energy,
        Speedup speedup) {
    /**
     * The same with what a meter said.
     *
     * @param measured what it said
     * @return a copy
     */
    public Profile with(Energy measured) {
        return new Profile(
                recording, bins, pools, blocking, hot, machine, advice, missing, measured, speedup);
    }

    /**
     * The same with what the program's work and span allow.
     *
     * @param allowed what they do, and what runs reached
     * @return a copy
     */
    public Profile with(Speedup allowed) {
        return new Profile(
                recording, bins, pools, blocking, hot, machine, advice, missing, energy, allowed);
    }

    /**
     * Where the numbers come from.
     *
     * @param name of the file
     * @param bytes its size
     * @param began when, in the form of ISO 8601
     * @param seconds how long it is
     * @param program the class or jar that was started, with its arguments; null if not recorded
     * @param virtualMachine its name and version; null if not recorded
     * @param processors of the machine; 0 if not recorded
     * @param ended why the program ended, in the virtual machine's words; null if not recorded
     */
    public record Recording(
            String name,
            long bytes,
            String began,
            double seconds,
            String program,
            String virtualMachine,
            int processors,
            String ended) {}

    /**
     * A division of the recording's time.
     *
     * @param seconds of one bin
     * @param count how many there are
     */
    public record BinWidth(double seconds, int count) {}

    /**
     * A pool, from the first to the last moment at which it computed.
     *
     * @param name its name
     * @param scheduling the discipline of its queues; null if not recorded
     * @param parallelism workers that could compute at once, the largest number
     * @param granted processors that its source gave it, the smallest number
     * @param wanted processors that the program asked for; 0 for all it can get
     * @param from when it began to compute
     * @param to when it ended
     * @param resolution what happened in less time than this is evened out
     * @param tasksRun tasks begun
     * @param regions parallel regions run
     * @param barriers seconds in which threads of regions waited at barriers, all together
     * @param totals sums over workers and guests
     * @param guests whether threads that are no workers had calls that workers took
     * @param losses where the processors' time went
     * @param serialStretches the longest times in which at most one processor computed
     * @param stolen the most frequent stolen tasks
     * @param tasks how long tasks took that were stolen or submitted, by class
     * @param promotionSites where the calls are that became tasks most often
     * @param processorChanges why its parallelism changed, most frequent first
     * @param overTime its course, a number a bin
     * @param workers those that computed longest, at most {@value #WORKERS_SHOWN}; then guests
     * @param workersInAll how many there were
     */
    public record Pool(
            String name,
            String scheduling,
            int parallelism,
            int granted,
            int wanted,
            double from,
            double to,
            double resolution,
            long tasksRun,
            long regions,
            double barriers,
            Totals totals,
            boolean guests,
            Losses losses,
            List<Stretch> serialStretches,
            List<Count> stolen,
            List<TaskClass> tasks,
            List<Count> promotionSites,
            List<Count> processorChanges,
            Course overTime,
            List<Worker> workers,
            int workersInAll) {
        /** More rows than that nobody reads. */
        public static final int WORKERS_SHOWN = 128;

        /** So many pools, those that computed longest, are drawn and advised about. */
        static final int MOST_SHOWN = 4;

        /** The scheduling of {@code java.util.concurrent}'s pools. */
        static final String JDK = "java.util.concurrent";

        /**
         * How long it was at work.
         *
         * @return seconds from its first to its last computing
         */
        public double seconds() {
            return to - from;
        }

        /**
         * Whether it is {@code java.util.concurrent}'s, of which less is known.
         *
         * @return whether attempts to steal, promotions and times of looking for work are unknown
         */
        boolean isOfJdk() {
            return JDK.equals(scheduling);
        }

        /** Most processors that it could use at once: its workers', and that of who helps them. */
        int available() {
            return (int) Math.ceil(Arrays.stream(overTime.available()).max().orElse(parallelism));
        }

        /**
         * How many of a machine's processors it can have if nobody keeps it from them: one of those
         * of the JDK's common pool is left to the thread that waits for it, whether it helps or
         * not.
         */
        int most(int processors) {
            return isOfJdk() && "ForkJoinPool.commonPool".equals(name) && !guests
                    ? processors - 1
                    : processors;
        }
    }

    /**
     * What was counted, of a worker or of all.
     *
     * @param forks tasks forked, and pending calls that became tasks
     * @param promotions private tasks made public, and pending calls that became tasks
     * @param stealsTried attempts to take a task from another worker
     * @param stealsWon attempts that succeeded
     * @param submissionsTaken tasks taken that were submitted from outside
     * @param pollsAnswered requests answered
     * @param parks times gone to sleep
     * @param compute seconds running tasks
     * @param seek seconds looking for work
     * @param join seconds waiting in joins, without what was run meanwhile
     * @param idle seconds asleep
     */
    public record Totals(
            long forks,
            long promotions,
            long stealsTried,
            long stealsWon,
            long submissionsTaken,
            long pollsAnswered,
            long parks,
            double compute,
            double seek,
            double join,
            double idle) {
        static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

        Totals plus(Totals more) {
            return new Totals(
                    forks + more.forks,
                    promotions + more.promotions,
                    stealsTried + more.stealsTried,
                    stealsWon + more.stealsWon,
                    submissionsTaken + more.submissionsTaken,
                    pollsAnswered + more.pollsAnswered,
                    parks + more.parks,
                    compute + more.compute,
                    seek + more.seek,
                    join + more.join,
                    idle + more.idle);
        }
    }

    /**
     * A worker.
     *
     * @param index its place in the pool; -1 for all guests together, which have no times
     * @param thread the name of its thread; null for guests
     * @param totals what it did
     * @param computing the part of each bin for which it ran tasks, from 0 to 1
     * @param seeking the part for which it looked for work
     * @param joining the part for which it waited in joins
     */
    public record Worker(
            int index,
            String thread,
            Totals totals,
            double[] computing,
            double[] seeking,
            double[] joining) {}

    /**
     * A pool's course, a number a bin.
     *
     * @param available processors it could use, on average
     * @param computing workers that ran tasks, on average
     * @param outside threads of the program that are not the pool's and computed, estimated from
     *     the system's account of each thread
     * @param steals tasks stolen
     * @param promotions tasks made public, calls made tasks
     */
    public record Course(
            double[] available,
            double[] computing,
            double[] outside,
            double[] steals,
            double[] promotions) {}

    /**
     * A time in which at most one processor computed.
     *
     * @param from its begin
     * @param to its end
     * @param lost processor seconds that others could have computed
     * @param running what ran meanwhile, by samples
     */
    public record Stretch(double from, double to, double lost, List<Count> running) {}

    /**
     * Something and how often it was seen.
     *
     * @param what it is
     * @param count how often
     */
    public record Count(String what, long count) {
        static final Comparator<Count> MOST_FIRST =
                Comparator.comparingLong(Count::count).reversed().thenComparing(Count::what);
    }

    /**
     * Tasks of one class that were stolen or submitted and whose times were recorded.
     *
     * @param name the class; of a woven call, where it is
     * @param count how many
     * @param total seconds of all, with what they joined
     * @param median seconds of one, to a factor of two
     * @param longest seconds of the longest
     */
    public record TaskClass(String name, long count, double total, double median, double longest) {}

    /**
     * Workers that stood still within a task.
     *
     * @param kind what held them up
     * @param where the line of the program; null if not recorded
     * @param on the class of the monitor, or what was waited for; null if there is none
     * @param count how often
     * @param total seconds of all workers together
     * @param longest seconds at once
     */
    public record Blocking(
            Kind kind, String where, String on, long count, double total, double longest) {
        /** What can hold up a thread. */
        public enum Kind {
            /** {@code Thread.sleep}. */
            SLEEP("slept"),
            /** Entering {@code synchronized}. */
            MONITOR("waited for a monitor that another held"),
            /** {@code Object.wait}. */
            WAIT("waited in Object.wait"),
            /** Locks, queues and futures of {@code java.util.concurrent}. */
            PARK("waited for a lock or a future"),
            /** Files. */
            FILE("waited for a file"),
            /** Sockets. */
            SOCKET("waited for a socket");

            private final String words;

            Kind(String words) {
                this.words = words;
            }

            /**
             * What a worker did, as in "a worker slept".
             *
             * @return the words
             */
            public String words() {
                return words;
            }
        }
    }

    /**
     * What else used the processors.
     *
     * @param others the part of the machine that other programs used, from 0 to 1; -1 if unknown
     * @param throttled seconds for which the container's quota held the program up
     * @param collections garbage collections
     * @param collectionPauses seconds for which they held the program up
     */
    public record Machine(
            double others, double throttled, long collections, double collectionPauses) {}

    /**
     * Something to change.
     *
     * @param id names the kind of advice, and its section in {@code docs/profiling.md}
     * @param text what was seen and what to do
     * @param where the line of the program that it is about; null if there is none
     * @param lost processor seconds that it is about, at most
     */
    public record Advice(String id, String text, String where, double lost) {}

    /**
     * What the machine's processors used, other programs and idling included.
     *
     * @param joules of all packages; 0 if they could not be read
     * @param watts on average; 0 if they could not be read
     * @param unavailable why they could not be read; null if they were
     */
    public record Energy(double joules, double watts, String unavailable) {
        /**
         * What people read of it.
         *
         * @return the numbers, or why there are none
         */
        public String words() {
            return unavailable == null
                    ? String.format(
                            Locale.ROOT,
                            "energy %.1f J, %.1f W of the whole machine's processors",
                            joules,
                            watts)
                    : "energy unknown: " + unavailable;
        }
    }
}
