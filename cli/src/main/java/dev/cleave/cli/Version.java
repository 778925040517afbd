package dev.cleave.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: ours, and the Java that runs it. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String packaged = Main.class.getPackage().getImplementationVersion();
        return new String[] {
            "cleave " + (packaged == null ? "(from class files, no version)" : packaged),
            "Java " + Runtime.version() + ", " + System.getProperty("java.vendor")
        };
    }
}
