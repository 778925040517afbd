package dev.cleave.stress.futures;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Counts what programs are made of, so that one can see that nothing is missing. */
final class Census {
    private final Map<String, Pattern> shapes = new LinkedHashMap<>();
    private final Map<String, Long> found = new LinkedHashMap<>();

    Census() {
        shape("futures", "@Future ");
        shape("int loops", "@Parallel int [a-z0-9]+ =");
        shape("long loops", "@Parallel long [a-z0-9]+ =");
        shape("loops over arrays", "@Parallel [a-z]+ [a-z0-9]+ : (all|Values.ints|Values.longs)");
        shape("loops over what else", "@Parallel [a-z]+ [a-z0-9]+ : Values.(list|sequence)");
        for (String operation : new String[] {"+", "-", "*", "&", "|", "^"}) {
            shape(operation + "=", "reduced[0-9]+ " + Pattern.quote(operation) + "= ");
        }
        shape("++ --", "(--|[+][+])reduced|reduced[0-9]+(--|[+][+]);");
        shape("min", "reduced[0-9]+ = Math.min");
        shape("max", "reduced[0-9]+ = Math.max");
        shape("join of actions", "Cleave.join\\((part[0-9]+|\\(\\) -> [{])");
        shape("join of results", "= Cleave.join\\(");
        shape("invokeAll", "Cleave.invokeAll\\(");
        shape("forEach", "Cleave.forEach\\(");
        shape("forEachLong", "Cleave.forEachLong\\(");
        shape("reduce", "Cleave.<[A-Za-z]+>reduce\\(");
        shape("reduceToLong", "Cleave.reduceToLong\\(");
        shape("own threads", "Elsewhere.apply\\(");
        shape("finally", "finally [{]");
        shape("return always in finally", "if \\(true\\) return ");
        shape("yield", "yield ");
        shape("labelled jumps", "(break|continue) [a-z]+[0-9]+;");
        shape("lambdas", "\\) -> [{]|\\(\\) -> ");
        shape("method references", "Operation operation[0-9]+ = [A-Za-z0-9]+::");
        shape("through a bridge", "[.]through\\(");
    }

    private void shape(String name, String expression) {
        shapes.put(name, Pattern.compile(expression));
    }

    void add(GeneratedProgram program) {
        String source = program.source();
        shapes.forEach(
                (name, shape) ->
                        found.merge(name, shape.matcher(source).results().count(), Long::sum));
    }

    /** Counts one execution by some kind of crew. */
    void add(String crew, long executions) {
        found.merge("executions by " + crew, executions, Long::sum);
    }

    void print(PrintStream out) {
        found.forEach((name, times) -> out.printf("  %,12d %s%n", times, name));
    }
}
