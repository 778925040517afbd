package dev.cleave.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Only {@code --option=VALUE} gives the option a value: what follows {@code --option} and a space
 * is the program, and the option has its fallback value.
 */
final class ValueAfterEquals implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
            Stack<String> arguments, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
        OptionSpec named = (OptionSpec) option;
        if (!"=".equals(info.get("separator"))) {
            arguments.push(named.fallbackValue());
        } else if (arguments.peek().isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    String.format(
                            "%s= is without the %s after it: give one, or leave out the =",
                            named.longestName(), named.paramLabel()));
        }
        return false;
    }
}
