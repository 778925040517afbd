package dev.cleave.weaver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders and jars are woven where a future is, and stay as they are elsewhere. */
class WeavingTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

    private static final String FIB =
            """
            package some.place;

            import dev.cleave.Future;

            public class Fib {
                public static long fib(int n) {
                    if (n < 2) {
                        return n;
                    }
                    @Future long x = fib(n - 1);
                    long y = fib(n - 2);
                    return x + y;
                }
            }
            """;

    /** The frame where first has chosen has the class that both extend. */
    private static final String CHOOSES =
            """
            package some.place;

            import dev.cleave.Future;

            class Chooses {
                Basic choose(boolean first) {
                    @Future int x = hashCode();
                    Basic chosen = first ? new One() : new Two();
                    return x == 0 ? null : chosen;
                }
            }

            abstract class Basic {}

            class One extends Basic {}

            class Two extends Basic {}
            """;

    private static final String REFUSED =
            """
            package some.place;

            import dev.cleave.Future;

            public class Refused {
                static int sum(int n) {
                    @Future int x = n + 1;
                    return x;
                }
            }
            """;

    private static final String PLAIN = "package some.place; public class Plain {}";

    @TempDir private Path temporary;
    private Path classes;

    @BeforeEach
    void compile() throws Exception {
        classes = Files.createDirectories(temporary.resolve("classes"));
        compile("some/place/Fib.java", FIB);
        compile("some/place/Plain.java", PLAIN);
        Files.writeString(classes.resolve("notes.txt"), "notes");
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.setLastModifiedTime(file, LONG_AGO);
            }
        }
    }

    @Test
    void aFolderIsWrittenOnlyWhenToldTo() throws Exception {
        byte[] before = Files.readAllBytes(fib(classes));
        Weaving weaving = weave(classes, classes);
        assertArrayEquals(before, Files.readAllBytes(fib(classes)));
        weaving.write();
        assertTrue(isWoven(Files.readAllBytes(fib(classes))));
        assertEquals("wove 1 future in 1 class", weaving.summary());
    }

    @Test
    void loopsAreCounted() throws Exception {
        compile(
                "some/place/Loops.java",
                "package some.place; import dev.cleave.*; public class Loops {"
                        + " static void run(int[] all) { for (@Parallel int i = 0; i < 9; i++) all[i]++;"
                        + " for (@Parallel int each : all) run(new int[each]); } }");
        Weaving weaving = weave(classes, classes);
        assertEquals("wove 1 future and 2 loops in 2 classes", weaving.summary());
        Files.delete(fib(classes));
        assertEquals("wove 2 loops in 1 class", weave(classes, classes).summary());
    }

    @Test
    void callsAreCounted() throws Exception {
        Files.delete(fib(classes));
        String calls =
                "package some.place; import dev.cleave.*; public class Calls {"
                        + " static void run(int n) {"
                        + " Cleave.invokeAll(() -> run(1), () -> run(2), () -> run(3));"
                        + " Cleave.join(() -> run(1), () -> Cleave.forEach(0, n, i -> run(i)));"
                        + " Cleave.reduce(0, n, 0, i -> n, Integer::sum); Cleave.tryLoadBalance();"
                        + " MORE } }";
        compile("some/place/Calls.java", calls.replace("MORE", ""));
        assertEquals("wove 4 calls of Cleave in 1 class", weave(classes, classes).summary());
        compile(
                "some/place/Calls.java",
                calls.replace(
                        "MORE",
                        "@Future int x = Math.abs(n); for (@Parallel int i = 0; i < x; i++) run(i);"));
        assertEquals(
                "wove 1 future, 1 loop and 4 calls of Cleave in 1 class",
                weave(classes, classes).summary());
    }

    @Test
    void onlyAFileThatChangesGetsANewTime() throws Exception {
        weave(classes, classes).write();
        assertNotEquals(LONG_AGO, Files.getLastModifiedTime(fib(classes)));
        assertEquals(LONG_AGO, Files.getLastModifiedTime(classes.resolve("notes.txt")));
        assertEquals(
                LONG_AGO, Files.getLastModifiedTime(classes.resolve("some/place/Plain.class")));
    }

    @Test
    void weavingAgainChangesNothing() throws Exception {
        weave(classes, classes).write();
        Files.setLastModifiedTime(fib(classes), LONG_AGO);
        byte[] once = Files.readAllBytes(fib(classes));
        Weaving again = weave(classes, classes);
        again.write();
        assertArrayEquals(once, Files.readAllBytes(fib(classes)));
        assertEquals(LONG_AGO, Files.getLastModifiedTime(fib(classes)));
        assertEquals("nothing to weave: 1 class was woven before", again.summary());
    }

    @Test
    void anotherFolderGetsEverythingAndTheFirstStaysAsItWas() throws Exception {
        byte[] before = Files.readAllBytes(fib(classes));
        Path output = temporary.resolve("a/b");
        weave(classes, output).write();
        assertArrayEquals(before, Files.readAllBytes(fib(classes)));
        assertTrue(isWoven(Files.readAllBytes(fib(output))));
        assertEquals("notes", Files.readString(output.resolve("notes.txt")));
        assertEquals(LONG_AGO, Files.getLastModifiedTime(output.resolve("notes.txt")));
        assertArrayEquals(
                Files.readAllBytes(classes.resolve("some/place/Plain.class")),
                Files.readAllBytes(output.resolve("some/place/Plain.class")));
    }

    @Test
    void nothingIsLeftBesideWhatIsWritten() throws Exception {
        weave(classes, classes).write();
        try (Stream<Path> files = Files.list(classes.resolve("some/place"))) {
            assertEquals(
                    List.of("Fib.class", "Plain.class"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        assertEquals(
                Files.getPosixFilePermissions(classes.resolve("some/place/Plain.class")),
                Files.getPosixFilePermissions(fib(classes)));
    }

    @Test
    void aRefusalNamesItsSourceFileBelowTheSourceFolder() throws Exception {
        compile("some/place/Refused.java", REFUSED);
        Weaving weaving = weave(classes, classes);
        assertEquals(1, weaving.refusals().size());
        Refusal refusal = weaving.refusals().get(0);
        assertEquals("some/place/Refused.java", refusal.file());
        assertEquals(7, refusal.line());
        assertTrue(
                refusal.toString()
                        .startsWith(
                                "some/place/Refused.java:7: in some.place.Refused.sum: the"
                                        + " initialiser is not a call; "),
                refusal.toString());
        Path sources = temporary.resolve("sources");
        assertEquals(
                sources.resolve("some/place/Refused.java").toString(),
                refusal.locatedIn(List.of(temporary, sources)).file());
        assertEquals(refusal, refusal.locatedIn(List.of(classes)));
    }

    @Test
    void aPlaceWithoutALineNamesNone() {
        Refusal refusal =
                new Refusal("Any.java", 0, "Any.any", "@Future", "it is wrong", "mend it");
        assertEquals("Any.java: in Any.any: it is wrong; mend it", refusal.toString());
    }

    @Test
    void anErrorOfTheWeaversOwnIsARefusalOfItsClass() throws Exception {
        compile("some/place/Fib.java", FIB);
        compile(
                "Unlucky.java",
                """
                import dev.cleave.Future;

                class Unlucky {
                    static Object some(Object o) { return o; }

                    static Object any(Object o) {
                        @Future StringBuilder x = (StringBuilder) some(o);
                        some(o);
                        return x;
                    }
                }
                """);
        Weaving weaving =
                new Weaving(
                        name -> {
                            throw new UnsupportedOperationException("broken");
                        });
        weaving.folder(classes, classes);
        assertEquals(1, weaving.refusals().size(), weaving.refusals()::toString);
        String refusal = weaving.refusals().get(0).toString();
        assertTrue(
                refusal.startsWith(
                        "Unlucky.class: in Unlucky: the weaver fails, by"
                                + " java.lang.UnsupportedOperationException: broken at "
                                + getClass().getName()),
                refusal);
        assertTrue(refusal.contains("; please report it with this class file; "), refusal);
        assertEquals("wove 1 future in 1 class", weaving.summary());
    }

    /** A jump into the midst of an instruction, which every reader of class files passes over. */
    @Test
    void codeThatNoVirtualMachineWouldRunIsADamage() throws Exception {
        compile("some/place/Fib.java", FIB);
        Path file = classes.resolve("some/place/Fib.class");
        byte[] damaged = Files.readAllBytes(file);
        String beforeTarget = "\u001a\u0005\u00a2"; // iload_0, iconst_2, if_icmpge
        int at = new String(damaged, StandardCharsets.ISO_8859_1).indexOf(beforeTarget);
        damaged[at + beforeTarget.length() + 1] = 1;
        Files.write(file, damaged);
        Weaving weaving = new Weaving(name -> null);
        weaving.folder(classes, classes);
        assertEquals(1, weaving.refusals().size(), weaving.refusals()::toString);
        String refusal = weaving.refusals().get(0).toString();
        assertTrue(
                refusal.startsWith(
                        "some/place/Fib.class: in some.place.Fib: the class file is cut off or"
                                + " damaged; compile it again"),
                refusal);
    }

    @Test
    void classesBesideAWovenOneAreFoundWithoutAClassPath() throws Exception {
        // The frame where a and b meet has the class that both extend.
        compile(
                "Meets.java",
                """
                import dev.cleave.Future;

                public class Meets {
                    static class Base { int number() { return 7; } }
                    static class One extends Base {}
                    static class Two extends Base {}

                    static Base base(int n) { return n > 0 ? new One() : new Two(); }

                    public static int met(int n) {
                        @Future int x = base(n).number();
                        Base y = n > 0 ? new One() : new Two();
                        return x + y.number();
                    }
                }
                """);
        Path output = temporary.resolve("output");
        Weaving weaving = new Weaving(name -> null);
        weaving.folder(classes, output);
        weaving.write();
        assertEquals(List.of(), weaving.refusals());
        try (var loader =
                new java.net.URLClassLoader(
                        new java.net.URL[] {output.toUri().toURL()}, getClass().getClassLoader())) {
            assertEquals(14, loader.loadClass("Meets").getMethod("met", int.class).invoke(null, 1));
        }
    }

    @Test
    void aJarKeepsItsOrderItsOtherEntriesAndTheirMethods() throws Exception {
        Path jar = jar(temporary.resolve("program.jar"));
        Path output = temporary.resolve("new/woven.jar");
        byte[] before = Files.readAllBytes(jar);
        Weaving weaving = new Weaving(name -> null);
        weaving.jar(jar, output);
        weaving.write();
        assertArrayEquals(before, Files.readAllBytes(jar));
        assertEquals("wove 2 futures in 2 classes", weaving.summary());
        try (ZipFile old = new ZipFile(jar.toFile());
                ZipFile made = new ZipFile(output.toFile())) {
            assertEquals(
                    old.stream().map(ZipEntry::getName).toList(),
                    made.stream().map(ZipEntry::getName).toList());
            assertEquals("a comment", made.getComment());
            for (ZipEntry entry : old.stream().toList()) {
                ZipEntry copied = made.getEntry(entry.getName());
                assertEquals(entry.getMethod(), copied.getMethod(), entry.getName());
                assertEquals(entry.getLastModifiedTime(), copied.getLastModifiedTime());
                byte[] bytes = made.getInputStream(copied).readAllBytes();
                assertEquals(entry.getName().endsWith("Fib.class"), isWoven(bytes));
                if (!isWoven(bytes)) {
                    assertArrayEquals(old.getInputStream(entry).readAllBytes(), bytes);
                }
            }
        }
    }

    @Test
    void aJarIsReplacedAndThenLeftAlone() throws Exception {
        Path jar = jar(temporary.resolve("program.jar"));
        weaveJar(jar);
        byte[] once = Files.readAllBytes(jar);
        Files.setLastModifiedTime(jar, LONG_AGO);
        weaveJar(jar);
        assertArrayEquals(once, Files.readAllBytes(jar));
        assertEquals(LONG_AGO, Files.getLastModifiedTime(jar));
    }

    @Test
    void whatLinksLeadToIsWoven() throws Exception {
        Path jar = jar(temporary.resolve("program.jar"));
        Path link = Files.createSymbolicLink(temporary.resolve("link.jar"), jar.getFileName());
        weaveJar(link);
        assertTrue(Files.isSymbolicLink(link));
        try (ZipFile woven = new ZipFile(jar.toFile())) {
            ZipEntry fib = woven.getEntry("some/place/Fib.class");
            assertTrue(isWoven(woven.getInputStream(fib).readAllBytes()));
        }
        Path real = Files.move(fib(classes), temporary.resolve("Fib.class"));
        Files.createSymbolicLink(fib(classes), real);
        weave(classes, classes).write();
        assertTrue(Files.isSymbolicLink(fib(classes)));
        assertTrue(isWoven(Files.readAllBytes(real)));
    }

    @Test
    void whatLinksToFoldersLeadToIsWovenAndCopied() throws Exception {
        Path real = Files.move(classes.resolve("some"), temporary.resolve("some"));
        Files.createSymbolicLink(classes.resolve("some"), real);
        Files.createSymbolicLink(classes.resolve("again"), classes);
        Path output = temporary.resolve("output");
        weave(classes, output).write();
        assertTrue(isWoven(Files.readAllBytes(fib(output))));
        assertFalse(Files.exists(output.resolve("again")));
        Weaving weaving = weave(classes, classes);
        weaving.write();
        assertEquals(1, weaving.classes());
        assertTrue(isWoven(Files.readAllBytes(real.resolve("place/Fib.class"))));
        assertTrue(Files.isSymbolicLink(classes.resolve("some")));
    }

    @Test
    void howManyHaveBeenWrittenIsKnownWhenOneCannotBe() throws Exception {
        Path file = Files.writeString(temporary.resolve("file"), "");
        Weaving weaving = new Weaving(name -> null);
        weaving.folder(classes, classes);
        weaving.folder(classes, file.resolve("within"));
        weaving.folder(classes, temporary.resolve("never"));
        assertEquals(0, weaving.written());
        IOException refused = assertThrows(IOException.class, weaving::write);
        assertTrue(refused.getMessage().contains(file.toString()), refused.getMessage());
        assertEquals(1, weaving.written());
        assertTrue(isWoven(Files.readAllBytes(fib(classes))));
        assertFalse(Files.exists(temporary.resolve("never")));
    }

    @Test
    void aBrokenJarIsNamed() throws Exception {
        Path broken = Files.writeString(temporary.resolve("broken.jar"), "not a jar");
        IOException refused = assertThrows(IOException.class, () -> weaveJar(broken));
        assertTrue(
                refused.getMessage().startsWith(broken + " is no jar that can be read ("),
                refused.getMessage());
    }

    /** Tools that merge jars write such; the virtual machine finds the same one as before. */
    @Test
    void ofEntriesThatShareANameTheOneThatIsFoundIsKept() throws Exception {
        Path jar = jar(temporary.resolve("double.jar"), "one/note.txt", "1", "two/note.txt", "2");
        rewrite(jar, "two/note.txt", "one/note.txt");
        String found;
        try (ZipFile before = new ZipFile(jar.toFile())) {
            assertEquals(2, before.stream().filter(e -> e.getName().endsWith("note.txt")).count());
            found = text(before, "one/note.txt");
        }
        weaveJar(jar);
        try (ZipFile after = new ZipFile(jar.toFile())) {
            assertEquals(1, after.stream().filter(e -> e.getName().endsWith("note.txt")).count());
            assertEquals(found, text(after, "one/note.txt"));
        }
    }

    private static String text(ZipFile jar, String name) throws IOException {
        return new String(
                jar.getInputStream(jar.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void anEntryThatIsDamagedIsNamedWithItsJar() throws Exception {
        Path jar = jar(temporary.resolve("damaged.jar"), "some/place/Broken.class", "class");
        byte[] bytes = Files.readAllBytes(jar);
        int name = indexOf(bytes, "some/place/Broken.class", 0);
        int data = name + "some/place/Broken.class".length() + bytes[name - 2]; // of what is extra
        Arrays.fill(bytes, data, data + 3, (byte) 0xFF); // no compressed data begins like this
        Files.write(jar, bytes);
        String said = assertThrows(IOException.class, () -> weaveJar(jar)).getMessage();
        assertTrue(said.startsWith("some/place/Broken.class in " + jar + " is damaged ("), said);
    }

    /** Replaces a text in a jar's directory and entries by one as long. */
    private static void rewrite(Path jar, String from, String to) throws IOException {
        byte[] bytes = Files.readAllBytes(jar);
        for (int at = 0; (at = indexOf(bytes, from, at)) >= 0; ) {
            System.arraycopy(to.getBytes(StandardCharsets.UTF_8), 0, bytes, at, to.length());
        }
        Files.write(jar, bytes);
    }

    private static int indexOf(byte[] bytes, String text, int from) {
        return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text, from);
    }

    /** Wherever it ends, the fault is not the weaver's. */
    @Test
    void aClassFileThatIsCutOffIsSaidToBe() throws Exception {
        byte[] whole = Files.readAllBytes(fib(classes));
        for (int length = 0; length < whole.length; length++) {
            Files.write(fib(classes), Arrays.copyOf(whole, length));
            String said = weave(classes, classes).refusals().toString();
            assertTrue(said.equals("[]") || said.contains("cut off"), length + ": " + said);
        }
    }

    @Test
    void aConstantOfNoKindIsDamage() throws Exception {
        byte[] damaged = withoutFirstConstant(Files.readAllBytes(fib(classes)));
        Files.write(fib(classes), damaged);
        String said = weave(classes, classes).refusals().toString();
        assertTrue(said.contains("some.place.Fib: the class file is cut off or damaged"), said);
        assertThrows(
                IllegalArgumentException.class,
                () -> new Weaver(name -> null).weave(damaged),
                "not a class file: it is damaged");
    }

    /** The fault is not the class's that mentions it, nor the weaver's. */
    @Test
    void aDamagedClassThatAnotherMentionsIsNamed() throws Exception {
        compile(
                "some/place/Mix.java",
                "package some.place; import dev.cleave.Future; class One {} class Two {} class Mix {"
                        + " static int f(Object o) { return 1; }"
                        + " static int m(boolean c) { var o = c ? new One() : new Two();"
                        + " @Future int x = f(o); f(o); return x + f(o); } }");
        Path one = classes.resolve("some/place/One.class");
        byte[] whole = Files.readAllBytes(one);
        byte[] newer = whole.clone();
        newer[6] = 1;
        for (byte[] bad :
                List.of(
                        Arrays.copyOf(whole, 30),
                        withoutFirstConstant(whole),
                        newer,
                        new byte[0])) {
            Files.write(one, bad);
            String said = weave(classes, classes).refusals().toString();
            assertTrue(
                    said.contains(
                            "in some.place.Mix: it cannot be woven: some.place.One, which it"
                                    + " mentions, is"
                                    + (bad == newer
                                            ? " a class file of v"
                                            : " not a class file: ")),
                    said);
        }
    }

    private static byte[] withoutFirstConstant(byte[] classFile) {
        byte[] damaged = classFile.clone();
        damaged[10] = 99; // its kind
        return damaged;
    }

    @Test
    void aSignedJarIsRefusedIfItWouldChange() throws Exception {
        Path signed = jar(temporary.resolve("signed.jar"), "META-INF/MINE.SF", "");
        byte[] before = Files.readAllBytes(signed);
        SignedJarException refused = assertThrows(SignedJarException.class, () -> weaveJar(signed));
        assertTrue(refused.getMessage().startsWith(signed + " is signed"), refused.getMessage());
        assertTrue(refused.getMessage().contains("before it is signed"), refused.getMessage());
        assertArrayEquals(before, Files.readAllBytes(signed));
        // A file deeper down, or a jar without futures, is no reason.
        weaveJar(jar(temporary.resolve("deeper.jar"), "META-INF/maven/MINE.SF", ""));
        Files.delete(fib(classes));
        weaveJar(jar(temporary.resolve("plain.jar"), "META-INF/MINE.RSA", ""));
    }

    @Test
    void aJarKeepsACommentInAnotherCharset() throws Exception {
        Path jar = temporary.resolve("commented.jar");
        try (ZipOutputStream out =
                new ZipOutputStream(Files.newOutputStream(jar), StandardCharsets.ISO_8859_1)) {
            out.setComment("gr\u00fcn ".repeat(99));
            out.putNextEntry(new ZipEntry("some/place/Fib.class"));
            out.write(Files.readAllBytes(fib(classes)));
        }
        byte[] before = Files.readAllBytes(jar);
        weaveJar(jar);
        assertFalse(Arrays.equals(before, Files.readAllBytes(jar)));
        try (ZipFile made = new ZipFile(jar.toFile(), StandardCharsets.ISO_8859_1)) {
            assertEquals("gr\u00fcn ".repeat(99), made.getComment());
        }
    }

    @Test
    void aJarThatBeginsWithAScriptIsRefused() throws Exception {
        Path jar = jar(temporary.resolve("program.jar"));
        Path executable = temporary.resolve("executable.jar");
        try (OutputStream out = Files.newOutputStream(executable)) {
            out.write("#!/bin/sh\nexec java -jar $0\n".getBytes());
            Files.copy(jar, out);
        }
        IOException refused = assertThrows(IOException.class, () -> weaveJar(executable));
        assertTrue(refused.getMessage().contains("begins with a script"), refused.getMessage());
    }

    /** The others are woven, and it stays as it is, for who wants no more than to be told. */
    @Test
    void aClassFileThatIsNoneOrTooNewIsRefusedAlone() throws Exception {
        byte[] bytes = Files.readAllBytes(fib(classes));
        bytes[7] = 127;
        Path newer = Files.write(classes.resolve("Newer.class"), bytes);
        bytes[0] = 'x';
        Path none = Files.write(classes.resolve("None.class"), bytes);
        Weaving weaving = weave(classes, classes);
        String leave =
                "leave the class as it is: weave --warn, or cleave.failOnRefusal=false in Maven";
        assertEquals(
                List.of(
                        "Newer.class: in Newer: it cannot be woven: a class file of version 127,"
                                + " which is Java 83's, and this weaver knows those up to 72;"
                                + " compile it with --release 28 or older; or "
                                + leave,
                        "None.class: in None: it cannot be woven: not a class file: it begins with"
                                + " other bytes; or "
                                + leave),
                weaving.refusals().stream().map(Refusal::toString).toList());
        weaving.write();
        assertEquals(1, weaving.classes());
        assertTrue(isWoven(Files.readAllBytes(fib(classes))));
        assertArrayEquals(bytes, Files.readAllBytes(none));
        bytes[0] = (byte) 0xCA;
        assertArrayEquals(bytes, Files.readAllBytes(newer));
    }

    @Test
    void aClassPathReadsFoldersJarsAndJavaItself() throws Exception {
        Path jar = jar(temporary.resolve("program.jar"));
        Path pom = Files.writeString(temporary.resolve("pom.xml"), "<project/>");
        Path missing = temporary.resolve("missing");
        try (ClassPath path = new ClassPath(List.of(missing, pom, jar))) {
            assertArrayEquals(Files.readAllBytes(fib(classes)), path.find("some/place/Fib"));
            assertNull(path.find("not/There"));
            assertTrue(path.find("java/lang/Object").length > 0);
            assertTrue(path.find("java/sql/Connection").length > 0);
            assertTrue(path.find("com/sun/source/tree/Tree").length > 0);
            assertTrue(path.find("jdk/incubator/vector/IntVector").length > 0);
            assertNull(path.find("jdk/incubator/vector/NotThere"));
            assertNull(path.find("WithoutPackage"));
        }
        assertEquals(
                List.of(Path.of("a"), Path.of("b")),
                ClassPath.entries("a" + File.pathSeparator + File.pathSeparator + "b"));
        assertEquals(List.of(), ClassPath.entries(""));
    }

    /** As the java command and javac do: a program may name one library, and that one its own. */
    @Test
    void aClassPathFollowsTheManifestsOfItsJars() throws Exception {
        Path libraries = Files.createDirectories(temporary.resolve("libraries"));
        naming(libraries.resolve("first.jar"), "First", "more/second.jar absent.jar http://a.b/c/");
        Files.createDirectories(libraries.resolve("more"));
        naming(libraries.resolve("more/second.jar"), "Second", "../first.jar ../folder/");
        Files.createDirectories(libraries.resolve("folder"));
        Files.writeString(libraries.resolve("folder/Third.class"), "Third");
        Path last = naming(temporary.resolve("last.jar"), "Third", "");
        Path link =
                Files.createSymbolicLink(
                        temporary.resolve("link.jar"), libraries.resolve("first.jar"));
        try (ClassPath path = new ClassPath(List.of(link, last))) {
            for (String name : List.of("First", "Second", "Third")) {
                assertNotNull(path.find(name), name);
            }
            assertEquals("Third", new String(path.find("Third"), StandardCharsets.UTF_8));
        }
    }

    /** A jar with a class file, which says where it is, and the class path of its manifest. */
    private static Path naming(Path jar, String name, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            out.putNextEntry(new ZipEntry(name + ".class"));
            out.write(jar.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    @Test
    void aClassPathReadsWhatALibraryHasForThisRelease() throws Exception {
        Path jar = temporary.resolve("library.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (String release : List.of("", "META-INF/versions/17/", "META-INF/versions/99/")) {
                out.putNextEntry(new ZipEntry(release + "Both.class"));
                out.write(release.getBytes(StandardCharsets.UTF_8));
            }
            out.putNextEntry(new ZipEntry("META-INF/versions/17/Newer.class"));
            out.write("17".getBytes(StandardCharsets.UTF_8));
        }
        try (ClassPath path = new ClassPath(List.of(jar))) {
            assertEquals(
                    "META-INF/versions/17/", new String(path.find("Both"), StandardCharsets.UTF_8));
            assertEquals("17", new String(path.find("Newer"), StandardCharsets.UTF_8));
        }
    }

    @Test
    void aClassForOneReleaseUsesThoseOfTheReleasesBefore() throws Exception {
        compile("some/place/Chooses.java", CHOOSES);
        for (String name : List.of("Chooses", "Basic", "One", "Two")) {
            String release = name.equals("Chooses") ? "21" : name.equals("Basic") ? "9" : "17";
            Path moved = classes.resolve("META-INF/versions/" + release + "/some/place");
            Files.createDirectories(moved);
            Files.move(
                    classes.resolve("some/place/" + name + ".class"),
                    moved.resolve(name + ".class"));
        }
        try (ClassPath java = new ClassPath(List.of())) {
            Weaving weaving = new Weaving(java);
            weaving.folder(classes, classes);
            assertEquals(List.of(), weaving.refusals());
            assertEquals(2, weaving.classes());
        }
    }

    @Test
    void classesInJarsWithinAJarAreFound() throws Exception {
        compile("some/place/Chooses.java", CHOOSES);
        Path library = temporary.resolve("library.jar");
        try (OutputStream file = Files.newOutputStream(library);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (String name : List.of("Basic", "One", "Two")) {
                Path classFile = classes.resolve("some/place/" + name + ".class");
                put(
                        out,
                        "some/place/" + name + ".class",
                        Files.readAllBytes(classFile),
                        ZipEntry.DEFLATED);
                Files.delete(classFile);
            }
        }
        Path jar = temporary.resolve("program.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            put(
                    out,
                    "BOOT-INF/classes/some/place/Chooses.class",
                    Files.readAllBytes(classes.resolve("some/place/Chooses.class")),
                    ZipEntry.DEFLATED);
            put(out, "BOOT-INF/lib/broken.jar", new byte[] {1, 2, 3}, ZipEntry.STORED);
            put(out, "BOOT-INF/lib/library.jar", Files.readAllBytes(library), ZipEntry.STORED);
        }
        try (ClassPath java = new ClassPath(List.of())) {
            Weaving weaving = new Weaving(java);
            weaving.jar(jar, jar);
            assertEquals(List.of(), weaving.refusals());
            assertEquals(1, weaving.classes());
        }
    }

    private static Weaving weave(Path folder, Path output) throws IOException {
        Weaving weaving = new Weaving(name -> null);
        weaving.folder(folder, output);
        return weaving;
    }

    private static void weaveJar(Path jar) throws IOException {
        Weaving weaving = new Weaving(name -> null);
        weaving.jar(jar, jar);
        weaving.write();
    }

    private static Path fib(Path folder) {
        return folder.resolve("some/place/Fib.class");
    }

    private static boolean isWoven(byte[] classFile) {
        return new String(classFile, java.nio.charset.StandardCharsets.ISO_8859_1)
                .contains("dev/cleave/lazy/FutureStack");
    }

    private void compile(String name, String text) throws IOException {
        Path source = temporary.resolve("sources").resolve(name);
        Files.createDirectories(source.getParent());
        Files.writeString(source, text);
        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                source.toString());
        assertEquals(0, status);
    }

    /** The classes, Fib once more for Java 17, a stored entry, and what the pairs say. */
    private Path jar(Path jar, String... namesAndTexts) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            out.setComment("a comment");
            put(out, "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMulti-Release: true\n\n");
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                put(out, namesAndTexts[i], namesAndTexts[i + 1]);
            }
            List<Path> files = new ArrayList<>();
            try (Stream<Path> all = Files.walk(classes)) {
                all.filter(Files::isRegularFile).sorted().forEach(files::add);
            }
            for (Path each : files) {
                String name = classes.relativize(each).toString().replace(File.separatorChar, '/');
                put(out, name, Files.readAllBytes(each), ZipEntry.DEFLATED);
                if (name.endsWith("Fib.class")) {
                    put(
                            out,
                            "META-INF/versions/17/" + name,
                            Files.readAllBytes(each),
                            ZipEntry.STORED);
                }
            }
            put(out, "library.jar", new byte[] {1, 2, 3}, ZipEntry.STORED);
        }
        assertFalse(Files.size(jar) == 0);
        return jar;
    }

    private static void put(ZipOutputStream out, String name, String text) throws IOException {
        put(out, name, text.getBytes(), ZipEntry.DEFLATED);
    }

    private static void put(ZipOutputStream out, String name, byte[] bytes, int method)
            throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setMethod(method);
        entry.setLastModifiedTime(LONG_AGO);
        if (method == ZipEntry.STORED) {
            CRC32 sum = new CRC32();
            sum.update(bytes);
            entry.setCrc(sum.getValue());
            entry.setSize(bytes.length);
            entry.setCompressedSize(bytes.length);
        }
        out.putNextEntry(entry);
        out.write(bytes);
        out.closeEntry();
    }
}
