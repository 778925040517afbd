package dev.cleave.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Only {@code --profile=DIR} names a folder: what follows {@code --profile} and a space is the
 * program.
 */
final class OptionalFolder implements IParameterPreprocessor {
    static final String DEFAULT = "cleave-profile";

    @Override
    public boolean preprocess(
            Stack<String> arguments, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            arguments.push(DEFAULT);
        }
        return false;
    }
}
