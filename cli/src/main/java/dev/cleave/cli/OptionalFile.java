package dev.cleave.cli;

import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Only {@code --work-span=FILE} names a file: what follows {@code --work-span} and a space is the
 * program.
 */
final class OptionalFile implements IParameterPreprocessor {
    /** The value of an option without one. */
    static final Path NONE = Path.of("");

    @Override
    public boolean preprocess(
            Stack<String> arguments, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            arguments.push(NONE.toString());
        }
        return false;
    }
}
