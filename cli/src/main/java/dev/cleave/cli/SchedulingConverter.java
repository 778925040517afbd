package dev.cleave.cli;

import dev.cleave.Scheduling;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a scheduling discipline as the runtime does; lists them for completion. */
final class SchedulingConverter implements ITypeConverter<Scheduling>, Iterable<String> {
    @Override
    public Scheduling convert(String value) {
        try {
            return Scheduling.of(value);
        } catch (IllegalArgumentException unknown) {
            throw new TypeConversionException(unknown.getMessage());
        }
    }

    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(Scheduling.values()).map(Scheduling::name).iterator();
    }
}
