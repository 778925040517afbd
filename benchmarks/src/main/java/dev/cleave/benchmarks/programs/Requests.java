package dev.cleave.benchmarks.programs;

/**
 * A server's requests, one after the other: each has a few parts of some microseconds, independent
 * of each other.
 */
public final class Requests implements Problem {
    private final int requests;
    private final int parts;
    private final int rounds;
    private long sum;

    /**
     * Requests of equal parts.
     *
     * @param parts how many each request has
     * @param rounds how long a part is; one takes a nanosecond or two
     */
    public Requests(int requests, int parts, int rounds) {
        this.requests = requests;
        this.parts = parts;
        this.rounds = rounds;
    }

    /** How many parts each request has. */
    public int parts() {
        return parts;
    }

    /** Answers a request. */
    public interface Handler {
        /** The sum of the request's parts. */
        long answer(int request);
    }

    /** Answers all requests, one after the other, in whatever way. */
    public void answer(Handler handler) {
        long all = 0;
        for (int request = 0; request < requests; request++) {
            all += handler.answer(request);
        }
        sum = all;
    }

    /** Computes a part. */
    public long part(int request, int index) {
        long state = request * 31L + index + 1;
        for (int i = rounds; i > 0; i--) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        return state;
    }

    @Override
    public void serial() {
        answer(
                request -> {
                    long parts = 0;
                    for (int i = 0; i < this.parts; i++) {
                        parts += part(request, i);
                    }
                    return parts;
                });
    }

    @Override
    public String answer() {
        return Long.toString(sum);
    }

    @Override
    public long forks() {
        return (long) requests * (parts - 1);
    }
}
