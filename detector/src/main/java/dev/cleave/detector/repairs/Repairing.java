package dev.cleave.detector.repairs;

import dev.cleave.detector.checks.Check;
import dev.cleave.detector.checks.Checks;
import dev.cleave.detector.checks.Findings;
import dev.cleave.detector.findings.Finding;
import dev.cleave.detector.findings.Problem;
import dev.cleave.detector.findings.SourceRange;
import dev.cleave.detector.program.CannotProve;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.sources.CompilerErrors;
import dev.cleave.detector.sources.LibraryTypes;
import dev.cleave.detector.sources.SourceFiles;
import dev.cleave.detector.sources.SourceParser;
import dev.cleave.detector.sources.SourceSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openrewrite.java.tree.J;

/**
 * Repairs a set of files, in rounds: what one round changes is parsed anew, for the next sees other
 * code. Each round is given to the compiler; a patch that would add an error is not made. Ends when
 * nothing is left that can be repaired. Not for concurrent use.
 */
public final class Repairing {
    /** More than any program needs; a repair that undoes another must not go on for ever. */
    private static final int MOST_ROUNDS = 50;

    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.(\\w+);[ \\t]*\\R");

    /** A patch that a round may make, with what it is for. */
    private record Candidate(Patch patch, Repaired repaired, boolean future) {
        /** The same for the same change of the same text. */
        String key() {
            return patch.edits().toString();
        }
    }

    private final Map<Path, String> original;
    private final Map<Path, String> texts;
    private final Set<Path> users;
    private final SourceSettings settings;
    private final LibraryTypes libraries;
    private final Path base;
    private final List<Repair> repairs;
    private final Predicate<Path> writable;
    private final List<Repaired> repaired = new ArrayList<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private final Set<Problem> problems = new LinkedHashSet<>();

    /** Why patches are not made although they could be, by {@link Candidate#key}. */
    private final Map<String, String> banned = new HashMap<>();

    private Map<Path, J.CompilationUnit> parsed = Map.of();
    private Map<String, Integer> errors;

    /**
     * Repairs files.
     *
     * @param files with their text
     * @param users those of them that are read for what they use: a check does not parse them, and
     *     does not find what it would find with them
     * @param libraries what is known of the classes on the class path
     * @param writable whether a file may be changed
     */
    public Repairing(
            Map<Path, String> files,
            Set<Path> users,
            SourceSettings settings,
            LibraryTypes libraries,
            List<Repair> repairs,
            Predicate<Path> writable) {
        this.original = files;
        this.texts = new LinkedHashMap<>(files);
        this.users = users;
        this.settings = settings;
        this.libraries = libraries;
        this.base = settings.base();
        this.repairs = repairs;
        this.writable = writable;
    }

    /** What has been repaired. */
    public List<Repaired> repaired() {
        return repaired;
    }

    /** What is left, with reasons. */
    public List<Refusal> refusals() {
        return refusals;
    }

    /** The files that cannot be parsed. */
    public Set<Problem> problems() {
        return problems;
    }

    /** How many files have been parsed. */
    public int parsed() {
        return parsed.size();
    }

    /** The files whose text is another now, with that text. */
    public Map<Path, String> changed() {
        Map<Path, String> changed = new LinkedHashMap<>();
        texts.forEach(
                (path, text) -> {
                    if (!text.equals(original.get(path))) {
                        changed.put(path, text);
                    }
                });
        return changed;
    }

    /** The same as trees, with types that are described. */
    Map<Path, J.CompilationUnit> changedFiles() {
        Map<Path, String> changed = changed();
        if (changed.isEmpty()) {
            return Map.of();
        }
        Map<Path, J.CompilationUnit> files =
                trees(new SourceParser(settings, libraries, true), texts);
        files.keySet().retainAll(changed.keySet());
        return files;
    }

    private Map<Path, J.CompilationUnit> trees(SourceParser parser, Map<Path, String> files) {
        Map<Path, J.CompilationUnit> trees = new LinkedHashMap<>();
        parser.parse(files).forEach(it -> trees.put(path(it), it));
        return trees;
    }

    /** Whether the files show anything that one of the repairs is for. Parses them. */
    public boolean findsAnything() {
        if (texts.isEmpty() || !parse(texts)) {
            return false;
        }
        Program program = new Program(List.copyOf(parsed.values()), libraries);
        return repairs.stream().anyMatch(it -> !it.check().findings(program).found().isEmpty());
    }

    /** Repairs what can be proven, round after round, until nothing is left to repair. */
    public void run() {
        if (texts.isEmpty() || parsed.isEmpty() && !parse(texts)) {
            return;
        }
        for (int round = 0; round < MOST_ROUNDS; round++) {
            refusals.clear();
            Program program = new Program(List.copyOf(parsed.values()), libraries);
            List<Candidate> candidates = candidates(program);
            if (candidates.isEmpty()) {
                return;
            }
            Map<Path, String> before = new LinkedHashMap<>(texts);
            make(before, compatible(candidates), List.of())
                    .forEach(it -> repaired.add(it.repaired));
        }
        throw new IllegalStateException(
                "repairs did not come to an end in " + MOST_ROUNDS + " rounds; please report it");
    }

    /** The patches for all findings; those that get none are refused. */
    private List<Candidate> candidates(Program program) {
        Program own = users.isEmpty() ? program : withoutUsers();
        List<Candidate> found = new ArrayList<>();
        Map<String, Repair> byCheck =
                repairs.stream().collect(Collectors.toMap(it -> it.check().id(), it -> it));
        Set<String> keys = new HashSet<>();
        for (Repair repair : repairs) {
            for (Findings.Located located : found(repair.check(), program, own)) {
                Finding finding = located.finding();
                try {
                    requireUnchangedText(program, located.element());
                    requireOneDeclaration(program, located.element());
                    Patch patch = repair.patch(program, located.element());
                    requireWritable(patch);
                    Candidate candidate =
                            new Candidate(
                                    patch,
                                    new Repaired(
                                            finding.check(),
                                            finding.file(),
                                            finding.range().startLine(),
                                            patch.what),
                                    repair instanceof ToFuture);
                    String objection = banned.get(candidate.key());
                    if (objection != null) {
                        refuse(finding, objection);
                    } else if (keys.add(candidate.key())) {
                        found.add(candidate);
                    }
                } catch (CannotProve obstacle) {
                    refuse(finding, reason(program, finding, obstacle));
                } catch (RuntimeException | StackOverflowError failure) {
                    refuse(finding, "the repair failed (" + failure + "); please report it");
                }
            }
        }
        // Tasks become methods when nothing else is left to repair in them.
        if (found.stream().anyMatch(it -> !it.future)) {
            found.removeIf(Candidate::future);
        }
        if (found.isEmpty()) {
            for (Check check : Checks.all()) {
                if (!byCheck.containsKey(check.id()) && repairs.size() > 1) {
                    for (Findings.Located located : found(check, program, own)) {
                        Finding finding = located.finding();
                        refuse(finding, CannotProve.noRepairOf("this kind", finding.remedy()));
                    }
                }
            }
        }
        return found;
    }

    private Program withoutUsers() {
        return new Program(
                parsed.values().stream().filter(it -> !users.contains(path(it))).toList(),
                libraries);
    }

    /** What a check finds in all files and in those alone that it would parse itself. */
    private static List<Findings.Located> found(Check check, Program all, Program own) {
        List<Findings.Located> found = check.findings(all).found();
        if (all == own || found.isEmpty()) {
            return found;
        }
        Set<J> alone =
                check.findings(own).found().stream()
                        .map(Findings.Located::element)
                        .collect(Collectors.toCollection(Trees::identitySet));
        return found.stream().filter(it -> alone.contains(it.element())).toList();
    }

    private void refuse(Finding finding, String reason) {
        refusals.add(
                new Refusal(finding.check(), finding.file(), finding.range().startLine(), reason));
    }

    private static String reason(Program program, Finding finding, CannotProve obstacle) {
        SourceRange range =
                obstacle.obstacle == null ? null : program.trees.range(obstacle.obstacle);
        if (range == null) {
            return obstacle.getMessage();
        }
        String file = SourceFiles.slashes(program.trees.file(obstacle.obstacle).getSourcePath());
        return String.format(
                Locale.ROOT,
                "%s (%s %d)",
                obstacle.getMessage(),
                file.equals(finding.file()) ? "line" : file + ", line",
                range.startLine());
    }

    private void requireUnchangedText(Program program, J element) {
        J.CompilationUnit file = program.trees.file(element);
        if (!program.trees.source(file).equals(texts.get(path(file)))) {
            throw new CannotProve(
                    "the parser lost space or characters of this file; nothing in it is changed");
        }
    }

    /** Of two classes of one name, who is meant elsewhere cannot be told, nor what is proven. */
    private static void requireOneDeclaration(Program program, J element) {
        DeclaredType twin = program.types.twin(element);
        if (twin != null) {
            throw new CannotProve(
                    twin.tree,
                    "class "
                            + twin.simpleName
                            + " is declared twice, and which one is meant elsewhere cannot be told;"
                            + " repair one program at a time");
        }
    }

    private void requireWritable(Patch patch) {
        for (String file : patch.edits().keySet()) {
            if (!writable.test(base.resolve(file).normalize())) {
                throw new CannotProve(
                        file
                                + " may not be written: permission denied; give the permission, and"
                                + " run the command again");
            }
        }
    }

    private Path path(J.CompilationUnit file) {
        return base.resolve(file.getSourcePath()).normalize();
    }

    /** Patches that do not meet; the others have to wait for the next round. */
    private static List<Candidate> compatible(List<Candidate> candidates) {
        List<Candidate> chosen = new ArrayList<>();
        for (Candidate candidate : candidates) {
            if (chosen.stream().noneMatch(it -> meet(it.patch, candidate.patch))) {
                chosen.add(candidate);
            }
        }
        return chosen;
    }

    private static boolean meet(Patch one, Patch other) {
        return one.edits().entrySet().stream()
                .anyMatch(
                        file ->
                                other.edits().getOrDefault(file.getKey(), List.of()).stream()
                                        .anyMatch(
                                                edit ->
                                                        file.getValue().stream()
                                                                .anyMatch(edit::meets)));
    }

    /**
     * Makes patches besides others that are made, but those that would do harm: halves tell which.
     * Returns all that are made.
     */
    private List<Candidate> make(
            Map<Path, String> before, List<Candidate> candidates, List<Candidate> others) {
        List<Candidate> all = new ArrayList<>(others);
        all.addAll(candidates);
        String objection = apply(before, all);
        if (objection == null) {
            return all;
        }
        if (candidates.size() == 1) {
            banned.put(candidates.get(0).key(), objection);
            return others;
        }
        int half = candidates.size() / 2;
        return make(
                before,
                candidates.subList(half, candidates.size()),
                make(before, candidates.subList(0, half), others));
    }

    /** Makes patches of texts, and no others; if they do harm, says what, and changes nothing. */
    private String apply(Map<Path, String> before, List<Candidate> chosen) {
        Map<String, List<Edit>> edits = new HashMap<>();
        for (Candidate candidate : chosen) {
            candidate
                    .patch
                    .edits()
                    .forEach(
                            (file, own) ->
                                    edits.computeIfAbsent(file, it -> new ArrayList<>())
                                            .addAll(own));
        }
        Map<Path, String> next = new LinkedHashMap<>(before);
        for (J.CompilationUnit file : parsed.values()) {
            List<Edit> own = edits.get(SourceFiles.slashes(file.getSourcePath()));
            if (own != null) {
                next.computeIfPresent(
                        path(file), (path, text) -> tidied(text, Patch.applied(text, own)));
            }
        }
        if (errors == null) {
            errors = CompilerErrors.in(before, settings, libraries);
        }
        Map<String, Integer> after = CompilerErrors.in(next, settings, libraries);
        String added = CompilerErrors.added(errors, after);
        if (added != null) {
            return "the compiler would object: " + added;
        }
        if (!parse(next)) {
            return "the result cannot be parsed";
        }
        errors = after;
        texts.putAll(next);
        return null;
    }

    /** Without imports that only the replaced code needed. */
    private static String tidied(String before, String after) {
        String text = after;
        Matcher imported = IMPORT.matcher(after);
        while (imported.find()) {
            Pattern name = Pattern.compile("\\b" + imported.group(1) + "\\b");
            String rest = text.replace(imported.group(), "");
            if (!name.matcher(rest).find()
                    && name.matcher(before.replace(imported.group(), "")).find()) {
                text = rest;
            }
        }
        return text;
    }

    /**
     * Parses all files anew; false, and nothing else, if one is lost that could be parsed before.
     */
    private boolean parse(Map<Path, String> files) {
        SourceParser parser = new SourceParser(settings, libraries, false);
        Map<Path, J.CompilationUnit> found = trees(parser, files);
        if (!found.keySet().containsAll(parsed.keySet())) {
            return false;
        }
        parsed = found;
        problems.addAll(parser.problems());
        return true;
    }
}
