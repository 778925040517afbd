package dev.cleave.detector.checks;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** Tables that are kept beside the classes that use them, so that they can be read and extended. */
final class PropertiesResource {
    private PropertiesResource() {}

    static Properties read(String name) {
        Properties table = new Properties();
        try (InputStream file = PropertiesResource.class.getResourceAsStream(name);
                Reader text = new InputStreamReader(file, StandardCharsets.UTF_8)) {
            table.load(text);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return table;
    }
}
