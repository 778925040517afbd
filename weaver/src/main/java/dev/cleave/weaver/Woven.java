package dev.cleave.weaver;

import java.util.List;

/**
 * What weaving made of a class file.
 *
 * @param classFile the new bytes; the given ones if there was nothing to weave
 * @param changed whether there was
 * @param earlier whether the class has been woven before, and stays as it was
 * @param futures how many futures are honoured: assignments of one, as the compiler has written
 *     them, which repeats those of a finally block
 * @param loops how many parallel loops, likewise
 * @param calls how many calls of {@link dev.cleave.Cleave} have become futures or loops, which are
 *     not among those
 * @param refusals what cannot be honoured
 */
public record Woven(
        byte[] classFile,
        boolean changed,
        boolean earlier,
        int futures,
        int loops,
        int calls,
        List<Refusal> refusals) {
    /** A class that stays as it was. */
    static Woven unchanged(byte[] classFile, List<Refusal> refusals) {
        return new Woven(classFile, false, false, 0, 0, 0, refusals);
    }

    /** A class that has been woven before. */
    static Woven earlier(byte[] classFile, List<Refusal> refusals) {
        return new Woven(classFile, false, true, 0, 0, 0, refusals);
    }
}
