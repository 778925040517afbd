package dev.cleave.weaver;

import java.util.List;

/**
 * What weaving made of a class file.
 *
 * @param classFile the new bytes; the given ones if there was nothing to weave
 * @param changed whether there was
 * @param futures how many futures are honoured
 * @param loops how many parallel loops
 * @param refusals those that cannot be
 */
public record Woven(
        byte[] classFile, boolean changed, int futures, int loops, List<Refusal> refusals) {}
