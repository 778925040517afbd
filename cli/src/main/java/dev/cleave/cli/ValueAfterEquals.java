package dev.cleave.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Only {@code --option=VALUE} gives the option a value: what follows {@code --option} and a space
 * is the program, and the option has its fallback value.
 */
final class ValueAfterEquals implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
            Stack<String> arguments, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            arguments.push(((OptionSpec) option).fallbackValue());
        }
        return false;
    }
}
