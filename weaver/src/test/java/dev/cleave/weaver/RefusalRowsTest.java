package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the weaver refuses is told by a row in the pages about futures and weaving. */
final class RefusalRowsTest {
    /** The first text, with a space, in a statement that refuses. */
    private static final Pattern REASON =
            Pattern.compile("\\brefuse\\w*\\([^;]*?\"([^\"\n]* [^\"\n]*)\"");

    /** What a reason begins with, and words of its row. */
    private static final String ROWS =
            """
            two variables have one place in the frame and one value ~ two variables with one place
            @Future marks a resource of a try statement ~ on a resource of a `try` statement
            @Future marks a type argument, not the variable ~ on a type argument
            the method is synchronized, and whoever runs ~ in a `synchronized` method
            the variable is not initialised by an assignment ~ an initialiser that is not one call
            @Future marks the variable of a loop ~ on the variable of `for (T x : all)`
            the initialiser is not a call ~ an initialiser that is not one call
            the object is not made by a plain new expression ~ a `new` whose object goes other ways
            the call is of Object.clone, on an array ~ `clone()` of an array
            the call takes or returns a ~ a call that takes or returns a class that is not public
            the future is assigned again ~ assigned again
            the loop's variable has a value in several places ~ a loop that cannot be read
            the loop counts several variables ~ if the loop changes both
            @Parallel does not mark a for loop's variable ~ or that no `for` loop counts
            @Parallel marks no for loop that this weaver can read ~ a loop that cannot be read
            the loop's variable is neither int nor long ~ neither `int` nor `long`
            the loop's condition does not begin with its variable ~ `n > i`
            the loop's condition is not a ~ a condition that is not a single comparison
            the loop's bound is one of several ~ `i < (c ? a : b)`
            the loop has no second iteration ~ a body that always throws
            the loop's bound depends on its variable ~ a bound that depends on `i`
            the loop's condition does not compare ~ of another type than `i`
            the loop ends by == or != ~ `i != n`
            the loop's step is not the addition ~ a step that the loop changes
            the loop runs while a lock is held ~ in `synchronized`, block or method
            the loop is left by ~ `break`, `return`, `continue` of an outer loop
            the loop's variable is assigned ~ the variable assigned in the body
            a try statement begins or ends ~ a `try` statement that begins or ends within it
            the loop stands within an expression ~ a loop within an expression
            the loop uses this before ~ before `super(…)`, if the loop uses `this`
            the loop uses ~ words of variables declared outside
            the loop assigns ~ the body assigns a variable declared outside
            the loop accumulates ~ read where an exception of the loop is handled
            the loop computes ~ `@Reduce` of a `byte`
            the loop shares ~ `@Reduce` of an object
            the loop changes ~ `@Reduce` with anything but
            the loop reads ~ or read in the loop
            the method's parameters take ~ in a method whose parameters take
            the future is declared before the call of ~ in the arguments of `super(…)`
            a future is ~ declared, or first used, inside `synchronized`
            it has been woven before ~ a class woven before
            its class file has version ~ a class file of before Java 8
            woven, the method would have ~ a method that would be too long
            one of its methods is too long ~ to be analysed
            woven, the class would have ~ more than 65535 constants
            weaving adds a method of that name ~ a method of the class that weaving would add
            @Reduce marks a variable of a method ~ `@Reduce` in a method without a parallel loop
            what it mentions is not found: ~ a class that mentions one that is not found
            """;

    @Test
    void everyRefusalHasARow() throws IOException {
        Path root = Path.of(System.getProperty("cleave.root"));
        String rows = "";
        for (String page : List.of("docs/futures.md", "docs/weaving.md")) {
            for (String line : Files.readAllLines(root.resolve(page))) {
                rows += line.startsWith("|") ? line + "\n" : "";
            }
        }
        Map<String, String> known = new TreeMap<>();
        for (String line : ROWS.split("\n")) {
            String[] parts = line.split(" ~ ");
            known.put(parts[0], parts[1]);
            assertTrue(rows.contains(parts[1]), "no row says: " + parts[1]);
        }
        TreeSet<String> unknown = new TreeSet<>();
        int reasons = 0;
        Path sources = root.resolve("weaver/src/main/java/dev/cleave/weaver");
        try (Stream<Path> files = Files.list(sources)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                Matcher reason = REASON.matcher(Files.readString(file));
                while (reason.find()) {
                    reasons++;
                    String text = reason.group(1);
                    if (known.keySet().stream().noneMatch(text::startsWith)) {
                        unknown.add(text);
                    }
                }
            }
        }
        assertEquals(List.of(), List.copyOf(unknown), "write a row, and its words above");
        assertTrue(reasons > 40, "the pattern finds too few reasons: " + reasons);
    }
}
