package dev.cleave.cli;

import dev.cleave.manager.Manager;
import dev.cleave.manager.Policy;
import dev.cleave.manager.ProcessorList;
import dev.cleave.processors.manager.ManagerFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.BitSet;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code cleave manager}: the CPU manager, until it is told to end. */
@Command(
        name = "manager",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Divide the processors among your programs that use Cleave, until interrupted.",
            "",
            "Programs find it in the folder that CLEAVE_MANAGER names, else $XDG_RUNTIME_DIR/cleave,"
                    + " else cleave-USER in the folder for temporary files. The manager makes that"
                    + " folder. Programs that start later, or that found the folder when they"
                    + " started, follow the manager within a second, and go on without it when it"
                    + " ends. cleave top shows what it does."
        },
        footer = {
            "",
            "Policies:",
            "  fcfs           who came first has all it wants, the next what is left",
            "  round-robin    each turn another program has all it wants",
            "  equipartition  equal shares",
            "  dynamic        shares proportional to what is wanted",
            "  performance    equal shares, but no more than measured speedup justifies",
            "",
            "Examples:",
            "  ./cleave manager",
            "  ./cleave manager --policy equipartition --processors 0-3,8"
        })
final class ManagerCommand implements Callable<Integer> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

    @Spec private CommandSpec spec;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            converter = PolicyConverter.class,
            completionCandidates = PolicyConverter.class,
            description = "How to divide: ${COMPLETION-CANDIDATES}. Default: dynamic.")
    private Policy policy = Policy.DYNAMIC;

    @Option(
            names = "--processors",
            paramLabel = "LIST",
            converter = ProcessorsConverter.class,
            description = "What to divide, as in 0-3,8. Default: all that it may use itself.")
    private BitSet processors;

    @Option(
            names = "--turn",
            paramLabel = "MILLIS",
            description =
                    "How long programs keep what they got while others have to wait. Default: 500.")
    private long turnMillis = 500;

    /** Reads a list of processors. */
    static final class ProcessorsConverter implements ITypeConverter<BitSet> {
        @Override
        public BitSet convert(String list) {
            try {
                return ProcessorList.parse(list);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    @Override
    public Integer call() {
        Failures.require(spec, turnMillis >= 1, "--turn " + turnMillis + " must be at least 1 ms");
        Path folder = ManagerFolder.path();
        BitSet divided = processors != null ? processors : ProcessorList.ofThisProcess();
        PrintWriter err = spec.commandLine().getErr();
        BitSet absent = ProcessorList.absent(Path.of("/"), divided);
        if (!absent.isEmpty()) {
            log(
                    err,
                    String.format(
                            "this machine has no processor %s: who is granted one runs on some"
                                    + " other; leave it out of --processors",
                            ProcessorList.format(absent)));
        }
        CountDownLatch ended = new CountDownLatch(1);
        try (Manager manager =
                new Manager(folder, policy, divided, turnMillis, line -> log(err, line))) {
            endWith(manager, ended);
            log(
                    err,
                    String.format(
                            "divides processors %s, %s, in %s",
                            ProcessorList.format(divided), policy, folder));
            manager.run();
        } catch (IOException e) {
            throw new CommandFailure(e.getMessage());
        } finally {
            ended.countDown();
        }
        return 0;
    }

    /** Has an interrupt or a termination signal end the manager as it should. */
    private static void endWith(Manager manager, CountDownLatch ended) {
        Thread end =
                new Thread(
                        () -> {
                            manager.close();
                            try {
                                ended.await(5, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                // The virtual machine ends all the same.
                            }
                        });
        Runtime.getRuntime().addShutdownHook(end);
    }

    private static void log(PrintWriter err, String line) {
        err.println(stamp(LocalDateTime.now()) + " " + line);
    }

    /** With its seconds, be they 0. */
    static String stamp(LocalDateTime time) {
        return TIME.format(time);
    }
}
