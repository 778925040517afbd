package dev.cleave.stress.futures;

/** What a generated class implements. */
public interface Program {
    /**
     * How many entries there are to call.
     *
     * @return the number
     */
    int entries();

    /**
     * Calls an entry.
     *
     * @param entry which
     * @param fuel how many calls it may lead to, roughly
     * @param argument what it computes with
     * @return what comes out
     * @throws Throwable what the entry throws
     */
    long run(int entry, int fuel, long argument) throws Throwable;
}
