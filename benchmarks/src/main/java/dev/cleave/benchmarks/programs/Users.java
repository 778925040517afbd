package dev.cleave.benchmarks.programs;

/**
 * A step of work for each of many users, whose array the tasks halve: after figure 2 of Pinto et
 * al., whose tasks copy the halves.
 */
public final class Users implements Problem {
    private static final int ROUNDS = 8;

    private final User[] users;
    private final int threshold;

    /** So many users, worked on by tasks for fewer than {@code threshold} of them. */
    public Users(int size, int threshold) {
        users = new User[size];
        for (int i = 0; i < size; i++) {
            users[i] = new User(i + 1);
        }
        this.threshold = threshold;
    }

    /** Somebody with a number. */
    public static final class User {
        private final int id;
        private int score;

        private User(int id) {
            this.id = id;
        }

        /** Does the step. */
        public void rate() {
            int state = id;
            for (int round = 0; round < ROUNDS; round++) {
                state ^= state << 13;
                state ^= state >>> 17;
                state ^= state << 5;
            }
            score += state;
        }
    }

    /** All of them. */
    public User[] users() {
        return users;
    }

    /** So many are divided. */
    public int threshold() {
        return threshold;
    }

    @Override
    public void prepare() {
        for (User user : users) {
            user.score = 0;
        }
    }

    @Override
    public void serial() {
        for (int i = 0; i < users.length; i++) {
            users[i].rate();
        }
    }

    @Override
    public String answer() {
        return Digest.of(users.length, i -> users[i].score);
    }

    @Override
    public long forks() {
        return Halving.divisions(users.length, threshold - 1);
    }
}
