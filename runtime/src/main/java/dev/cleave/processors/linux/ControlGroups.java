package dev.cleave.processors.linux;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directories of the control groups that a process is in: of each hierarchy its own first, then
 * the parents, as far as they are mounted.
 *
 * @param unified of version 2
 * @param cpu of version 1's controller {@code cpu}
 * @param cpuset of version 1's controller {@code cpuset}
 */
public record ControlGroups(List<Path> unified, List<Path> cpu, List<Path> cpuset) {
    /** Stands for version 2, whose hierarchy is that of all controllers. */
    public static final String UNIFIED = "";

    /**
     * A line of mountinfo: {@code 36 35 98:0 ROOT POINT options [tags] - TYPE source OPTIONS}, see
     * proc(5).
     */
    private record Mount(String root, String point, String type, List<String> options) {
        private static final String SEPARATOR = " - ";

        static Mount of(String line) {
            int dash = line.indexOf(SEPARATOR);
            if (dash < 0) {
                return null;
            }
            String[] place = line.substring(0, dash).split(" ");
            String[] what = line.substring(dash + SEPARATOR.length()).split(" ");
            return place.length < 5 || what.length < 3
                    ? null
                    : new Mount(
                            unescape(place[3]),
                            unescape(place[4]),
                            what[0],
                            List.of(what[2].split(",")));
        }

        /** Blanks in paths are written as {@code \040}. */
        private static String unescape(String path) {
            if (path.indexOf('\\') < 0) {
                return path; // nearly always, and a program's first pattern takes milliseconds
            }
            return Pattern.compile("\\\\([0-3][0-7]{2})")
                    .matcher(path)
                    .replaceAll(
                            octal ->
                                    Matcher.quoteReplacement(
                                            Character.toString(
                                                    Integer.parseInt(octal.group(1), 8))));
        }

        boolean holds(String controller) {
            return controller.isEmpty()
                    ? type.equals("cgroup2")
                    : type.equals("cgroup") && options.contains(controller);
        }

        /**
         * Where the group lies under the mount point. A container may see the host's path of its
         * group, and the group itself at the mount point.
         */
        private String below(String group) {
            String prefix = root.endsWith("/") ? root : root + "/";
            return group.startsWith(prefix) && !group.contains("/..")
                    ? group.substring(prefix.length())
                    : "";
        }

        private static String relative(String path) {
            int start = 0;
            while (start < path.length() && path.charAt(start) == '/') {
                start++;
            }
            return path.substring(start);
        }

        List<Path> chain(Path fileSystem, String group) {
            Path top = fileSystem.resolve(relative(point)).normalize();
            List<Path> chain = new ArrayList<>();
            Path at = top.resolve(below(group)).normalize();
            for (; at != null && at.startsWith(top); at = at.getParent()) {
                chain.add(at);
            }
            return chain;
        }
    }

    /**
     * Finds them.
     *
     * @param fileSystem where the root directory is
     * @param memberships what is in {@code /proc/PID/cgroup}; may be null
     * @param mounts what is in {@code /proc/self/mountinfo}; may be null
     */
    public static ControlGroups find(Path fileSystem, String memberships, String mounts) {
        List<Mount> mounted = mounted(mounts);
        return new ControlGroups(
                chain(fileSystem, memberships, mounted, UNIFIED),
                chain(fileSystem, memberships, mounted, "cpu"),
                chain(fileSystem, memberships, mounted, "cpuset"));
    }

    /**
     * Finds those of one hierarchy, as {@link #find} does.
     *
     * @param controller a controller of version 1, or {@link #UNIFIED}
     */
    public static List<Path> chain(
            Path fileSystem, String memberships, String mounts, String controller) {
        return chain(fileSystem, memberships, mounted(mounts), controller);
    }

    private static List<Mount> mounted(String mounts) {
        List<Mount> mounted = new ArrayList<>();
        for (String line : mounts == null ? new String[0] : mounts.split("\n")) {
            Mount mount = Mount.of(line);
            if (mount != null) {
                mounted.add(mount);
            }
        }
        return mounted;
    }

    private static List<Path> chain(
            Path fileSystem, String memberships, List<Mount> mounted, String controller) {
        String group = group(memberships, controller);
        List<Path> chain = List.of();
        for (Mount mount : mounted) {
            if (group == null || !mount.holds(controller)) {
                continue;
            }
            List<Path> candidate;
            try {
                candidate = mount.chain(fileSystem, group);
            } catch (InvalidPathException garbage) {
                continue;
            }
            // A hierarchy may be mounted more than once, the group being seen in one place only.
            if (!candidate.isEmpty() && Files.isDirectory(candidate.get(0))) {
                return candidate;
            }
            chain = chain.isEmpty() ? candidate : chain;
        }
        return chain;
    }

    /** Which group: lines are {@code id:controllers:path}, version 2 without controllers. */
    private static String group(String memberships, String controller) {
        for (String line : memberships == null ? new String[0] : memberships.split("\n")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
                return parts[2];
            }
        }
        return null;
    }

    /**
     * The own groups whose directories are there now. One may never be, as where a container sees
     * its path but not the group.
     */
    public List<Path> visible() {
        List<Path> visible = new ArrayList<>();
        for (List<Path> chain : List.of(unified, cpu, cpuset)) {
            if (!chain.isEmpty() && Files.isDirectory(chain.get(0))) {
                visible.add(chain.get(0));
            }
        }
        return visible;
    }

    /** Processors' worth of time that the strictest of the groups allows; infinite if none does. */
    public double quota() {
        double least = Double.POSITIVE_INFINITY;
        for (Path group : unified) {
            String text = SmallFile.read(group.resolve("cpu.max"));
            StringTokenizer numbers = new StringTokenizer(text == null ? "" : text);
            if (numbers.countTokens() == 2) {
                least = Math.min(least, quota(numbers.nextToken(), numbers.nextToken()));
            }
        }
        for (Path group : cpu) {
            String quota = SmallFile.read(group.resolve("cpu.cfs_quota_us"));
            least =
                    Math.min(
                            least,
                            quota(quota, SmallFile.read(group.resolve("cpu.cfs_period_us"))));
        }
        return least;
    }

    /** No limit is written as {@code max} or -1, and what cannot be understood is none. */
    private static double quota(String quota, String period) {
        long q = SmallFile.number(quota);
        long p = SmallFile.number(period);
        return q > 0 && p > 0 ? (double) q / p : Double.POSITIVE_INFINITY;
    }

    /** Processors that the smallest of the groups' sets has. */
    public int processors() {
        int least = Integer.MAX_VALUE;
        for (Path group : unified) {
            least = smaller(least, group.resolve("cpuset.cpus.effective"));
        }
        for (Path group : cpuset) {
            least = smaller(least, group.resolve("cpuset.cpus"));
            least = smaller(least, group.resolve("cpuset.effective_cpus"));
        }
        return least;
    }

    private static int smaller(int least, Path set) {
        int count = ProcessorSets.list(SmallFile.read(set));
        return count == 0 ? least : Math.min(least, count);
    }
}
