package dev.cleave.detector.checks;

import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Reach;
import dev.cleave.detector.program.Trees;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * Blocking input and output of the JDK's classes. What leads nowhere outside the memory of the
 * process is none, nor are questions to the file system, and what is printed to {@code System.out}.
 */
final class InputAndOutput {
    private static final Set<String> STREAMS =
            Set.of(
                    "java.io.InputStream",
                    "java.io.OutputStream",
                    "java.io.Reader",
                    "java.io.Writer",
                    "java.io.RandomAccessFile",
                    "java.util.Scanner",
                    "java.nio.channels.FileChannel",
                    "java.nio.channels.SocketChannel",
                    "java.nio.channels.DatagramChannel",
                    "java.net.Socket",
                    "java.net.DatagramSocket");

    private static final Set<String> ACCEPTING =
            Set.of("java.net.ServerSocket", "java.nio.channels.ServerSocketChannel");

    private static final Set<String> CONNECTING =
            Set.of(
                    "java.net.Socket",
                    "java.nio.channels.SocketChannel",
                    "java.nio.channels.DatagramChannel");

    /** Streams that lead nowhere outside the memory of the process. */
    private static final Set<String> IN_MEMORY =
            Set.of(
                    "java.io.ByteArrayInputStream",
                    "java.io.ByteArrayOutputStream",
                    "java.io.StringReader",
                    "java.io.StringWriter",
                    "java.io.CharArrayReader",
                    "java.io.CharArrayWriter",
                    "java.io.PrintStream");

    private InputAndOutput() {}

    /** Whether code may wait for a file, a connection or a database. */
    static boolean blocks(Program program, J element) {
        if (element instanceof J.NewClass creation && creation.getBody() == null) {
            String type = program.variables.typeOf(creation);
            return type != null
                    && (Set.of(
                                            "java.io.FileInputStream",
                                            "java.io.FileOutputStream",
                                            "java.io.FileReader",
                                            "java.io.FileWriter",
                                            "java.io.RandomAccessFile",
                                            "java.util.zip.ZipFile",
                                            "java.util.jar.JarFile")
                                    .contains(type)
                            || Set.of("java.io.PrintWriter", "java.io.PrintStream").contains(type)
                                    && Set.of("java.lang.String", "java.io.File")
                                            .contains(
                                                    ""
                                                            + program.variables.typeOf(
                                                                    creation.getArguments().get(0)))
                            || type.equals("java.net.Socket")
                                    && !Trees.arguments(creation.getArguments()).isEmpty()
                            || type.equals("java.util.Scanner")
                                    && !Trees.arguments(creation.getArguments()).isEmpty()
                                    && !"java.lang.String"
                                            .equals(
                                                    program.variables.typeOf(
                                                            creation.getArguments().get(0))));
        }
        if (!(element instanceof J.MethodInvocation call)) {
            return false;
        }
        String name = call.getSimpleName();
        String type =
                call.getSelect() == null
                        ? Reach.owner(call)
                        : program.variables.typeOf(call.getSelect());
        if (BlockingLibraries.waits(program, call)) {
            return true;
        }
        if (type == null || program.types.declared(type) != null) {
            return false;
        }
        return switch (type) {
            case "java.nio.file.Files" ->
                    name.matches(
                                    "(read|write|newBuffered|newInput|newOutput|newByteChannel"
                                            + "|copy|move|lines|mismatch).*")
                            && !name.startsWith("readAttributes");
            case "java.nio.channels.FileChannel" ->
                    name.equals("open") || name.equals("lock") || onStream(program, type, call);
            case "java.util.zip.ZipFile", "java.util.jar.JarFile" -> name.equals("getInputStream");
            case "java.rmi.Naming" -> name.equals("lookup");
            case "java.net.InetAddress" ->
                    name.matches("getByName|getAllByName|getLocalHost|isReachable");
            case "java.net.URL" -> name.equals("openStream") || name.equals("getContent");
            case "java.net.http.HttpClient" -> name.equals("send");
            case "java.sql.DriverManager" -> name.equals("getConnection");
            case "javax.sql.DataSource" -> name.equals("getConnection");
            case "javax.imageio.ImageIO" ->
                    name.equals("read") && !isInMemory(program, call.getArguments().get(0))
                            || name.equals("write")
                                    && !isInMemory(
                                            program,
                                            call.getArguments()
                                                    .get(call.getArguments().size() - 1));
            default -> onStream(program, type, call);
        };
    }

    private static boolean onStream(Program program, String type, J.MethodInvocation call) {
        String name = call.getSimpleName();
        if (program.types.isA(type, "java.sql.Statement")
                || program.types.isA(type, "java.sql.Connection")) {
            return name.startsWith("execute") || name.equals("commit");
        }
        if (program.types.isA(type, "java.net.URLConnection")) {
            return List.of("connect", "getInputStream", "getResponseCode", "getOutputStream")
                    .contains(name);
        }
        if (program.types.isA(type, "java.net.Socket") && name.equals("getInputStream")) {
            return true;
        }
        if (name.equals("accept") && ACCEPTING.stream().anyMatch(it -> program.types.isA(type, it))
                || name.equals("connect")
                        && CONNECTING.stream().anyMatch(it -> program.types.isA(type, it))) {
            return true;
        }
        return call.getSelect() != null
                && STREAMS.stream().anyMatch(it -> program.types.isA(type, it))
                && IN_MEMORY.stream().noneMatch(it -> program.types.isA(type, it))
                && !isInMemory(program, call.getSelect())
                && name.matches("(read|write|next|transfer|lines|print|append|receive|send).*");
    }

    /**
     * Whether a stream leads nowhere outside the memory of the process. What a method is given is
     * looked at where tasks call it.
     */
    static boolean isInMemory(Program program, Expression stream) {
        return isInMemory(program, stream, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean isInMemory(Program program, Expression stream, Set<J> seen) {
        String type = program.variables.typeOf(stream);
        NamedVariable given = program.variables.of(stream);
        if (IN_MEMORY.stream().anyMatch(it -> program.types.isA(type, it))) {
            return true;
        }
        if (given != null && !seen.add(given)) {
            return false;
        }
        if (program.tasks.anyOrigin(
                stream,
                it -> it instanceof J.NewClass creation && wrapsMemory(program, creation, seen))) {
            return true;
        }
        if (given == null || !program.variables.isParameter(given)) {
            return false;
        }
        J.VariableDeclarations declaration = program.variables.declaration(given);
        J.MethodDeclaration method = (J.MethodDeclaration) program.trees.parent(declaration);
        int index = DeclaredType.parameters(method).indexOf(declaration);
        List<J> callers = program.tasks.callers(method);
        return !callers.isEmpty()
                && callers.stream()
                        .allMatch(
                                it ->
                                        it instanceof J.MethodInvocation call
                                                && index < call.getArguments().size()
                                                && isInMemory(
                                                        program,
                                                        call.getArguments().get(index),
                                                        seen));
    }

    private static boolean wrapsMemory(Program program, J.NewClass creation, Set<J> seen) {
        return Trees.elements(creation, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.NewClass inner
                                                && IN_MEMORY.contains(
                                                        "" + program.variables.typeOf(inner))
                                        || it instanceof J.Identifier identifier
                                                && (IN_MEMORY.contains(
                                                                ""
                                                                        + program.variables.typeOf(
                                                                                identifier))
                                                        || program.variables.of(identifier) != null
                                                                && isInMemory(
                                                                        program, identifier, seen))
                                        || it == creation
                                                && "java.util.Scanner"
                                                        .equals(program.variables.typeOf(creation))
                                                && "java.lang.String"
                                                        .equals(
                                                                program.variables.typeOf(
                                                                        creation.getArguments()
                                                                                .get(0))));
    }
}
