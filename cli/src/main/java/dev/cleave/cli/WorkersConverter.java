package dev.cleave.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a number of workers, within what a pool accepts. */
final class WorkersConverter implements ITypeConverter<Integer> {
    static final int MAXIMUM = 32767;

    @Override
    public Integer convert(String value) {
        try {
            int workers = Integer.parseInt(Converters.ascii(value));
            if (workers >= 1 && workers <= MAXIMUM) {
                return workers;
            }
        } catch (NumberFormatException notANumber) {
            // Reported below, with the same words as a number out of range.
        }
        throw new TypeConversionException(
                String.format(
                        "'%s' is not a number of workers, which is from 1 to %d", value, MAXIMUM));
    }
}
