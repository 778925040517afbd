package dev.cleave.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.LocalVariable;
import com.sun.jdi.Location;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.LocatableEvent;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.event.VMStartEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.StepRequest;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a debugger shows of a woven program is what it shows of the same program unwoven. */
class DebuggerTest extends ChildJvms {
    private static final int DECLARATION = 8;
    private static final int RETURN = 11;
    private static final int BETWEEN_TWO_CALLS = 15;

    private static final String STEPPED =
            """
            import dev.cleave.Future;
            public class Stepped {
                static int twice(int n) {
                    return 2 * n;
                }
                static int sum(int n) {
                    int before = n + 1;
                    @Future int x = twice(before);
                    int between = twice(n);
                    int after = x + between;
                    return after;
                }
                public static void main(String[] args) {
                    int first = sum(5);
                    int second = sum(5);
                    System.out.println(first + " " + second);
                }
            }
            """;

    /** A future in a method that had none. */
    private static final String ONE_MORE = STEPPED.replace("int first", "@Future int first");

    /**
     * Where a thread stops: the lines of the program's frames, and the innermost one's variables.
     */
    private record Stop(List<String> frames, Map<String, String> variables) {}

    @Test
    void linesFramesAndVariablesAreTheSource() throws Exception {
        compile("Stepped", STEPPED, "-g");
        List<Stop> expected = stops("-ea");
        List<Stop> woven = stops(agent("=fail"));
        assertEquals(List.of("sum:8", "main:14"), expected.get(0).frames());
        assertEquals(Map.of("n", "5", "before", "6"), expected.get(0).variables());
        assertEquals(
                Map.of("n", "5", "before", "6", "x", "12", "between", "10", "after", "22"),
                expected.get(3).variables());
        for (int i = 1; i <= 2; i++) {
            // Between declaration and first use there is no result yet.
            expected.get(i).variables().remove("x");
            woven.get(i).variables().remove("x");
        }
        assertEquals(expected, woven);
    }

    /** Stops at the declaration and steps over it, what follows, and the first use. */
    private List<Stop> stops(String agent) throws Exception {
        Debuggee program = new Debuggee(agent);
        try {
            List<Stop> stops = new ArrayList<>();
            LocatableEvent at = program.runTo(DECLARATION);
            stops.add(stop(at.thread()));
            StepRequest step =
                    program.machine
                            .eventRequestManager()
                            .createStepRequest(
                                    at.thread(), StepRequest.STEP_LINE, StepRequest.STEP_OVER);
            step.enable();
            while (at.location().lineNumber() != RETURN) {
                at = program.next(StepEvent.class);
                if (at.location().lineNumber() != DECLARATION) { // the first use makes its call
                    stops.add(stop(at.thread()));
                }
            }
            step.disable();
            assertEquals("22 22", program.end());
            return stops;
        } finally {
            program.close();
        }
    }

    private static Stop stop(ThreadReference thread) throws Exception {
        List<String> frames = new ArrayList<>();
        String body = "";
        for (StackFrame frame : thread.frames()) {
            Location location = frame.location();
            String name = location.method().name();
            if (!location.declaringType().name().equals("Stepped") || name.equals(body)) {
                continue; // the entry that leads to a body has its name
            }
            String plain = name.replaceFirst("\\$(cleave|middle|serial|below|rising)$", "");
            body = name.equals(plain) ? "" : plain;
            frames.add(plain + ":" + location.lineNumber());
        }
        Map<String, String> variables = new TreeMap<>();
        StackFrame innermost = thread.frame(0);
        for (LocalVariable variable : innermost.visibleVariables()) {
            variables.put(variable.name(), innermost.getValue(variable).toString());
        }
        return new Stop(frames, variables);
    }

    /** Compiled files are what an editor hands over: the agent weaves them. */
    @Test
    void aMethodBodyIsReplacedWhileTheProgramStands() throws Exception {
        compile("Stepped", STEPPED.replace("2 * n", "3 * n"));
        byte[] changed = Files.readAllBytes(folder.resolve("classes/Stepped.class"));
        compile("Stepped", ONE_MORE);
        byte[] another = Files.readAllBytes(folder.resolve("classes/Stepped.class"));
        compile("Stepped", STEPPED);
        Debuggee program = new Debuggee(agent("=fail"));
        try {
            program.runTo(BETWEEN_TWO_CALLS);
            ReferenceType type = program.machine.classesByName("Stepped").get(0);
            assertThrows(
                    UnsupportedOperationException.class,
                    () -> program.machine.redefineClasses(Map.of(type, another)),
                    "one more future is one more method");
            program.machine.redefineClasses(Map.of(type, changed));
            assertTrue(!type.methodsByName("cleave$call").isEmpty());
            assertEquals("22 33", program.end());
        } finally {
            program.close();
        }
    }

    /** A program under the debugger. */
    private final class Debuggee {
        final VirtualMachine machine;

        Debuggee(String agent) throws Exception {
            LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
            Map<String, Connector.Argument> arguments = connector.defaultArguments();
            arguments.get("options").setValue("-cp \"" + classPath() + "\" \"" + agent + "\"");
            arguments.get("main").setValue("Stepped");
            machine = connector.launch(arguments);
            assertInstanceOf(VMStartEvent.class, machine.eventQueue().remove().iterator().next());
        }

        /** Runs to the first time that a line is reached, in whichever body. */
        LocatableEvent runTo(int line) throws Exception {
            ClassPrepareRequest prepared =
                    machine.eventRequestManager().createClassPrepareRequest();
            prepared.addClassFilter("Stepped");
            prepared.enable();
            ReferenceType type = next(ClassPrepareEvent.class).referenceType();
            for (Location location : type.locationsOfLine(line)) {
                machine.eventRequestManager().createBreakpointRequest(location).enable();
            }
            LocatableEvent reached = next(BreakpointEvent.class);
            // Who makes a stolen call comes by its declaration's line, too.
            machine.eventRequestManager().deleteAllBreakpoints();
            return reached;
        }

        /** Goes on to the next event of a kind. */
        <E extends Event> E next(Class<E> kind) throws InterruptedException {
            machine.resume();
            for (; ; ) {
                EventSet events = machine.eventQueue().remove();
                for (Event event : events) {
                    if (kind.isInstance(event)) {
                        return kind.cast(event);
                    }
                    assertInstanceOf(VMDeathEvent.class, event);
                }
                events.resume();
            }
        }

        /** Goes on to the end; what the program has printed. */
        String end() throws Exception {
            next(VMDisconnectEvent.class);
            try (BufferedReader out =
                    new BufferedReader(
                            new InputStreamReader(
                                    machine.process().getInputStream(), StandardCharsets.UTF_8))) {
                return String.join("\n", out.lines().toList());
            }
        }

        void close() {
            machine.process().destroyForcibly();
        }
    }
}
