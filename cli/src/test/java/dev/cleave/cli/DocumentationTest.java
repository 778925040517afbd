package dev.cleave.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.cleave.benchmarks.Catalogue;
import dev.cleave.benchmarks.PaperCatalogue;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the pages name is there: files and headings, commands and options, results and races. */
class DocumentationTest {
    private static final Path ROOT = Path.of(System.getProperty("cleave.root")).normalize();
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".cleave");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");
    private static final Pattern LINK_IN_HEADING = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
    private static final Pattern NO_PART_OF_AN_ANCHOR = Pattern.compile("[^\\p{L}\\p{N}_ -]");

    /** A command as people copy it, to what ends it: a comment, a pipe, a second command. */
    private static final Pattern COMMAND = Pattern.compile("\\./cleave ([^`|<>;&#)\\n]*)");

    private static final Pattern OPTION = Pattern.compile("--?[a-zA-Z][a-z-]*");

    private static final Pattern COORDINATES =
            Pattern.compile(
                    "<artifactId>(cleave-[a-z-]+)</artifactId>(?: *<!--.*?-->)?"
                            + "(?:\\s*<version>(.*?)</version>)?");

    private static final Pattern VERSION =
            Pattern.compile("<artifactId>cleave</artifactId>\\s*<version>(.*?)</version>");

    /** In a table's first cell. */
    private static final Pattern NAMED = Pattern.compile("(?m)^\\| (`[^|]*) \\|");

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private static final Pattern PROPERTY =
            Pattern.compile("-D(dev\\.cleave(?:\\.\\w+)+)(?![\\w.]*…)");

    /** In a program: the names of events begin with a capital. */
    private static final Pattern READ_PROPERTY =
            Pattern.compile("\"(dev\\.cleave(?:\\.\\w+)*\\.[a-z]\\w*)\"");

    /** A logger's name, and what the agent tells the runtime. */
    private static final Set<String> NO_SETTINGS =
            Set.of("dev.cleave.processors", "dev.cleave.retargeted");

    private static final Pattern RACE = Pattern.compile("(?m)^ *@JCStressTest");

    private static List<Path> pages;

    @BeforeAll
    static void findThePages() throws IOException {
        pages = filesEndingIn(".md");
        assertTrue(pages.contains(ROOT.resolve("README.md")), pages.toString());
        assertTrue(pages.contains(ROOT.resolve("docs/checks/README.md")), pages.toString());
    }

    @Test
    void everyLinkLeadsToAFileAndAHeading() throws IOException {
        List<String> dead = new ArrayList<>();
        int links = 0;
        for (Path page : pages) {
            Matcher link = LINK.matcher(withoutBlocks(page));
            while (link.find()) {
                String to = link.group(1);
                if (!to.startsWith("http")) {
                    links++;
                    if (!leadsSomewhere(page, to)) {
                        dead.add(ROOT.relativize(page) + ": " + to);
                    }
                }
            }
        }
        assertEquals(List.of(), dead);
        assertTrue(links > 100, "the pattern finds too few links: " + links);
    }

    @Test
    void everyCommandAndOptionIsThere() throws IOException {
        CommandLine cleave = Main.commandLine();
        List<String> unknown = new ArrayList<>();
        int options = 0;
        for (Path page : pages) {
            Matcher command = COMMAND.matcher(Files.readString(page).replace("\\\n", " "));
            while (command.find()) {
                String[] words = command.group(1).split(" -- ", 2)[0].trim().split("\\s+");
                words[0] = words[0].replaceFirst("[,.:]$", "");
                CommandLine named = cleave.getSubcommands().get(words[0]);
                if (named == null) {
                    if (!words[0].matches("--help|[A-Z…].*")) {
                        unknown.add(ROOT.relativize(page) + ": " + command.group());
                    }
                    continue;
                }
                if (words[0].equals("test")) {
                    continue; // its options are Maven's
                }
                for (String word : words) {
                    Matcher option = OPTION.matcher(word);
                    if (option.lookingAt()) {
                        options++;
                        if (!named.getCommandSpec().optionsMap().containsKey(option.group())) {
                            unknown.add(ROOT.relativize(page) + ": " + command.group());
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), unknown);
        assertTrue(options > 100, "the pattern finds too few options: " + options);
    }

    @Test
    void theResultsThatAreListedAreThoseThatAreThere() throws IOException {
        Path folder = ROOT.resolve("benchmarks/results");
        Set<String> present = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("README.md"))
                    .forEach(name -> present.add(name.replaceFirst("\\.[a-z]+$", "")));
        }
        assertEquals(present, namedInTables(folder.resolve("README.md")));
    }

    @Test
    void theRacesThatAreListedAreThoseThatAreRun() throws IOException {
        Set<String> present = new TreeSet<>();
        for (Path file : filesEndingIn(".java", ROOT.resolve("stress/src/main"))) {
            if (RACE.matcher(Files.readString(file)).find()) {
                present.add(file.getFileName().toString().replace(".java", ""));
            }
        }
        assertEquals(present, namedInTables(ROOT.resolve("stress/README.md")));
    }

    @Test
    void theArtefactsThatAreNamedAreThisVersions() throws IOException {
        Set<String> modules = new TreeSet<>();
        for (Path pom : filesEndingIn("pom.xml")) {
            Matcher coordinates = COORDINATES.matcher(Files.readString(pom));
            while (coordinates.find()) {
                modules.add(coordinates.group(1));
            }
        }
        Matcher root = VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertTrue(root.find());
        Set<String> unknown = new TreeSet<>();
        int named = 0;
        for (Path page : pages) {
            Matcher coordinates = COORDINATES.matcher(Files.readString(page));
            while (coordinates.find()) {
                named++;
                if (!modules.contains(coordinates.group(1))
                        || !root.group(1).equals(coordinates.group(2))) {
                    unknown.add(ROOT.relativize(page) + ": " + coordinates.group());
                }
            }
        }
        assertEquals(Set.of(), unknown);
        assertTrue(named >= 5, "the pattern finds too few artefacts: " + named);
    }

    @Test
    void everySystemPropertyIsAmongTheSettings() throws IOException {
        Set<String> settings = namedInTables(ROOT.resolve("docs/settings.md"));
        Set<String> missing = new TreeSet<>();
        int named = 0;
        for (Path page : pages) {
            named += addMissing(missing, page, PROPERTY, settings);
        }
        int read = 0;
        settings.addAll(NO_SETTINGS);
        for (Path source : filesEndingIn(".java", ROOT.resolve("runtime/src/main"))) {
            named += addMissing(missing, source, PROPERTY, settings);
            read += addMissing(missing, source, READ_PROPERTY, settings);
        }
        assertEquals(Set.of(), missing);
        assertTrue(named > 20, "the pattern finds too few properties: " + named);
        assertTrue(read > 10, "the pattern finds too few properties in the sources: " + read);
    }

    /**
     * Adds the properties that a file names and that are no settings; returns how many it names.
     */
    private static int addMissing(
            Set<String> missing, Path file, Pattern naming, Set<String> settings)
            throws IOException {
        Matcher property = naming.matcher(Files.readString(file));
        int named = 0;
        while (property.find()) {
            named++;
            if (!settings.contains(property.group(1))) {
                missing.add(ROOT.relativize(file) + ": " + property.group(1));
            }
        }
        return named;
    }

    @Test
    void everyProgramThatIsMeasuredIsDescribed() throws IOException {
        String page = Files.readString(ROOT.resolve("benchmarks/README.md"));
        Set<String> missing = new TreeSet<>();
        for (Catalogue.Suite suite : new PaperCatalogue().suites()) {
            if (!page.contains("./cleave bench " + suite.name())) {
                missing.add(suite.name());
            }
            for (Catalogue.Program program : suite.programs()) {
                if (!page.contains("`" + program.name() + "`")) {
                    missing.add(suite.name() + " " + program.name());
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    private static Set<String> namedInTables(Path page) throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher cell = NAMED.matcher(Files.readString(page));
        while (cell.find()) {
            Matcher name = CODE.matcher(cell.group(1));
            while (name.find()) {
                names.add(name.group(1));
            }
        }
        return names;
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        int at = link.indexOf('#');
        String path = at < 0 ? link : link.substring(0, at);
        Path file = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        return Files.exists(file) && (at < 0 || anchors(file).contains(link.substring(at + 1)));
    }

    /** As GitHub makes them. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        Matcher heading = HEADING.matcher(withoutBlocks(page));
        while (heading.find()) {
            String text = LINK_IN_HEADING.matcher(heading.group(1)).replaceAll("$1").strip();
            text = NO_PART_OF_AN_ANCHOR.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
            String anchor = text.replace(' ', '-');
            for (int twin = 1; !anchors.add(anchor); twin++) {
                anchor = text.replace(' ', '-') + "-" + twin;
            }
        }
        return anchors;
    }

    private static String withoutBlocks(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page)).replaceAll("");
    }

    private static List<Path> filesEndingIn(String ending) throws IOException {
        return filesEndingIn(ending, ROOT);
    }

    private static List<Path> filesEndingIn(String ending, Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                folder,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path each, BasicFileAttributes attributes) {
                        return NOT_OURS.contains(each.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.toString().endsWith(ending)) {
                            found.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
    }
}
