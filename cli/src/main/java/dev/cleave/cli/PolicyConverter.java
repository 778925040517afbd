package dev.cleave.cli;

import dev.cleave.manager.Policy;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names of the CPU manager's policies, in any case. */
final class PolicyConverter implements ITypeConverter<Policy>, Iterable<String> {
    @Override
    public Policy convert(String name) {
        try {
            return Policy.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(
                    "'" + name + "' is no policy; choose one of " + names());
        }
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }

    private static List<String> names() {
        return Arrays.stream(Policy.values()).map(Policy::toString).toList();
    }
}
