package dev.cleave.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * What a command left: its exit status and what it printed.
 *
 * @param status the exit status
 * @param out standard output
 * @param err standard error
 */
record CommandRun(int status, String out, String err) {
    /** Runs a {@code cleave} command in this virtual machine; for those that start no other. */
    static CommandRun inProcess(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] args = strings(arguments).toArray(new String[0]);
        CommandLine command =
                Main.commandLine(args)
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true));
        int status = command.execute(args);
        return new CommandRun(status, out.toString(), err.toString());
    }

    /** Runs a {@code cleave} command in a virtual machine of its own, with nothing to read. */
    static CommandRun inChild(Object... arguments) throws Exception {
        return process(childCommand(arguments), Map.of(), "");
    }

    /** The command line of {@link #inChild}, with the options that the launcher gives. */
    static List<String> childCommand(Object... arguments) {
        List<String> command = new ArrayList<>();
        command.add(ChildJvm.java().toString());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Main.class.getName());
        command.addAll(strings(arguments));
        return command;
    }

    /** What is said of /dev/full: the reason is the system's, in its user's language. */
    static String noRoom() {
        IOException full =
                assertThrows(
                        IOException.class,
                        () -> Files.write(Path.of("/dev/full"), new byte[1], WRITE));
        return "/dev/full cannot be read or written: "
                + full.getMessage()
                + "; make room, or name another place";
    }

    /** Runs any command to its end, with the environment changed and the input given. */
    static CommandRun process(List<String> command, Map<String, String> environment, String input)
            throws IOException, InterruptedException {
        assumeTrue(
                !"C".equals(environment.get("LC_ALL"))
                        || US_ASCII.newEncoder().canEncode(System.getProperty("java.class.path")),
                "in a locale of ASCII, the JDK cannot read what has such a name as this checkout");
        Path folder = Files.createTempDirectory("cleave-command-run");
        Path in = Files.writeString(folder.resolve("in"), input);
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectInput(in.toFile())
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            int status = process.waitFor();
            return new CommandRun(status, read(out), read(err));
        } finally {
            process.destroyForcibly();
            for (Path file : List.of(in, out, err, folder)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }

    private static List<String> strings(Object... arguments) {
        return Arrays.stream(arguments).map(Object::toString).toList();
    }
}
