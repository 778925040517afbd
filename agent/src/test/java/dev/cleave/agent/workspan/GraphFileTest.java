package dev.cleave.agent.workspan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphFileTest {
    @TempDir private Path folder;

    /** Does so many nanoseconds of work. */
    private static Body ended(long nanos, GraphFile file) {
        Body body = new Body();
        body.work(nanos);
        body.end(file);
        return body;
    }

    @Test
    void whatIsForgottenIsWrittenAgain() throws IOException {
        Path path = folder.resolve("graph");
        GraphFile file = new GraphFile(path, 10, 2);
        assertEquals(0, file.number("w1"));
        assertEquals(1, file.number("w2"));
        assertEquals(0, file.number("w1"));
        assertEquals(2, file.number("w3"));
        assertEquals(0, file.number("w1"), "asked for again, it is as if it were new");
        assertEquals(3, file.number("w4"));
        assertEquals(0, file.number("w1"));
        assertEquals(4, file.number("w2"));
        Body root = new Body();
        root.fork(ended(7, file), file);
        assertNull(file.close(root));
        assertEquals(
                List.of("cleave-graph 1", "w1", "w2", "w3", "w4", "w2", "w7", "f5", "c6", "end 8"),
                Files.readAllLines(path));
    }

    /** What another has forked, and has not joined: nothing else says that it comes before. */
    @Test
    void joinsOfWhatOthersHaveForkedAreCounted() throws IOException {
        Path path = folder.resolve("graph");
        GraphFile file = new GraphFile(path, 10, 10);
        Body root = new Body();
        Body first = ended(1, file);
        Body second = new Body();
        root.fork(first, file);
        root.fork(second, file);
        second.join(first, file);
        second.work(2);
        second.end(file);
        assertEquals(1, file.joinsLeftOut());
        root.join(first, file);
        root.join(first, file);
        Body parent = new Body();
        Body child = ended(3, file);
        parent.fork(child, file);
        parent.end(file);
        root.call(parent, file);
        root.join(child, file);
        assertEquals(1, file.joinsLeftOut());
        assertNull(file.close(root));
        assertEquals("f0 f1 j j c3", Files.readAllLines(path).get(5));
    }

    /** As when a completer is invoked outside the pool: its children run while it ends. */
    @Test
    void whatOutlastsItsForkerIsInTheGraph() throws IOException {
        Path path = folder.resolve("graph");
        GraphFile file = new GraphFile(path, 10, 10);
        Body root = new Body();
        Body parent = new Body();
        root.fork(parent, file);
        Body child = new Body();
        Body never = new Body();
        parent.work(1);
        parent.fork(child, file);
        parent.fork(never, file);
        parent.end(file);
        Body caller = new Body();
        root.fork(caller, file);
        Body called = new Body();
        Body late = new Body();
        called.fork(late, file);
        called.end(file);
        caller.call(called, file);
        caller.end(file);
        late.work(3);
        late.end(file);
        child.work(2);
        child.end(file);
        root.join(parent, file);
        assertNull(file.close(root));
        assertEquals(
                List.of(
                        "cleave-graph 1",
                        "w3",
                        "f0",
                        "c1",
                        "w2",
                        "w1 f3",
                        "f4 f2 j j",
                        "c5",
                        "end 7"),
                Files.readAllLines(path));
    }

    /** As a task that is forked within a short one, and runs after it. */
    @Test
    void whatNobodyIsKnownToHaveForkedBeginsWithTheProgram() throws IOException {
        Path path = folder.resolve("graph");
        GraphFile file = new GraphFile(path, 10, 10);
        Body root = new Body();
        root.work(1);
        Body joined = ended(2, file);
        root.fork(joined, file);
        file.atStart(ended(3, file));
        root.join(joined, file);
        assertNull(file.close(root));
        assertEquals("f1 w1 f0 j", Files.readAllLines(path).get(3));
    }

    @Test
    void aGraphThatIsTooLargeIsRemovedAndSaid() throws IOException {
        Path path = folder.resolve("graph");
        GraphFile file = new GraphFile(path, 2, 5);
        ended(1, file);
        ended(2, file);
        ended(3, file);
        assertEquals(
                "the program's graph has more than 2 bodies: run it with a smaller input",
                file.close(ended(4, file)));
        assertFalse(Files.exists(path));
    }

    @Test
    void aGraphForWhichThereIsNoRoomIsSaidWithItsFile() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        GraphFile file = new GraphFile(full);
        String failure = file.close(ended(1, file));
        assertTrue(failure.startsWith("the graph cannot be written to /dev/full: "), failure);
        assertTrue(failure.endsWith("; make room, or name another place"), failure);
    }
}
