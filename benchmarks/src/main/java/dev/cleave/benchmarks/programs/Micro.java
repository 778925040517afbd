package dev.cleave.benchmarks.programs;

import java.util.SplittableRandom;

/**
 * Finds the value of the best move in a board game by looking at every move to a fixed depth.
 *
 * <p>The board has 7 by 7 cells. A move either puts a new piece next to one's own or moves a piece
 * two cells away; then every piece of the opponent beside the new place changes sides. Who has more
 * pieces when the board is full, or takes the last piece of the opponent, has won. A position is
 * two bit sets.
 */
public final class Micro implements Problem {
    private static final int SIDE = 7;
    private static final int CELLS = SIDE * SIDE;
    private static final long FULL = (1L << CELLS) - 1;
    private static final int WIN = 1_000;

    private static final long[] NEAR = new long[CELLS];
    private static final long[] TWO_AWAY = new long[CELLS];

    static {
        for (int from = 0; from < CELLS; from++) {
            for (int to = 0; to < CELLS; to++) {
                int rows = Math.abs(from / SIDE - to / SIDE);
                int columns = Math.abs(from % SIDE - to % SIDE);
                int distance = Math.max(rows, columns);
                if (distance == 1) {
                    NEAR[from] |= 1L << to;
                } else if (distance == 2) {
                    TWO_AWAY[from] |= 1L << to;
                }
            }
        }
    }

    /** The moves of one position, one after another. */
    public static final class Moves {
        private final long ours;
        private final long theirs;
        private long targets;
        private int target;
        private long sources;
        private long nextOurs;
        private long nextTheirs;

        /** The moves of the side that has the pieces {@code ours}. */
        public Moves(long ours, long theirs) {
            this.ours = ours;
            this.theirs = theirs;
            targets = FULL & ~(ours | theirs);
        }

        /** Goes to the next move; false when there is none. */
        public boolean next() {
            while (sources == 0) {
                if (targets == 0) {
                    return false;
                }
                target = Long.numberOfTrailingZeros(targets);
                targets &= targets - 1;
                sources = ours & TWO_AWAY[target];
                if ((ours & NEAR[target]) != 0) {
                    move(0);
                    return true;
                }
            }
            move(sources & -sources);
            sources &= sources - 1;
            return true;
        }

        private void move(long source) {
            long taken = theirs & NEAR[target];
            nextOurs = (ours & ~source) | (1L << target) | taken;
            nextTheirs = theirs & ~taken;
        }

        /** The pieces of the side that has moved. */
        public long ours() {
            return nextOurs;
        }

        /** The pieces of the other side, whose turn it is then. */
        public long theirs() {
            return nextTheirs;
        }
    }

    private final long ours;
    private final long theirs;
    private final int lookAhead;
    private int value;

    /**
     * The position after some random moves from the opening, each player's pieces in two corners.
     *
     * @param movesMade moves since the opening
     * @param lookAhead moves to look ahead, at least 2
     */
    public Micro(int movesMade, int lookAhead) {
        this.lookAhead = lookAhead;
        long mine = 1L | 1L << (CELLS - 1);
        long other = 1L << (SIDE - 1) | 1L << (CELLS - SIDE);
        SplittableRandom random = new SplittableRandom(movesMade);
        for (int i = 0; i < movesMade; i++) {
            Moves moves = new Moves(mine, other);
            for (int skip = random.nextInt(4); skip >= 0 && moves.next(); skip--) {
                continue;
            }
            long moved = moves.ours();
            mine = moves.theirs();
            other = moved;
        }
        ours = mine;
        theirs = other;
    }

    /** The pieces of the side whose turn it is. */
    public long ours() {
        return ours;
    }

    /** The pieces of the other side. */
    public long theirs() {
        return theirs;
    }

    /** Moves to look ahead. */
    public int lookAhead() {
        return lookAhead;
    }

    /** Takes the result of a parallel run. */
    public void value(int best) {
        value = best;
    }

    @Override
    public void serial() {
        value = search(ours, theirs, lookAhead);
    }

    /** The value for the side that has {@code ours} and whose turn it is, serially. */
    public static int search(long ours, long theirs, int lookAhead) {
        if (isOver(ours, theirs)) {
            return finalValue(ours, theirs);
        }
        int best = Integer.MIN_VALUE;
        Moves moves = new Moves(ours, theirs);
        while (moves.next()) {
            int value =
                    lookAhead == 1
                            ? score(moves.ours(), moves.theirs())
                            : -search(moves.theirs(), moves.ours(), lookAhead - 1);
            best = Math.max(best, value);
        }
        return best == Integer.MIN_VALUE ? score(ours, theirs) : best;
    }

    /** Whether nobody can move from here any more. */
    public static boolean isOver(long ours, long theirs) {
        return ours == 0 || theirs == 0 || (ours | theirs) == FULL;
    }

    /** What a finished game is worth to the side that has {@code ours}. */
    public static int finalValue(long ours, long theirs) {
        return WIN * Integer.signum(score(ours, theirs));
    }

    /** By how many pieces {@code ours} leads. */
    public static int score(long ours, long theirs) {
        return Long.bitCount(ours) - Long.bitCount(theirs);
    }

    @Override
    public String answer() {
        return Integer.toString(value);
    }

    @Override
    public long forks() {
        return countForks(ours, theirs, lookAhead);
    }

    private static long countForks(long ours, long theirs, int lookAhead) {
        if (lookAhead == 1 || isOver(ours, theirs)) {
            return 0;
        }
        long moveCount = 0;
        long below = 0;
        Moves moves = new Moves(ours, theirs);
        while (moves.next()) {
            moveCount++;
            below += countForks(moves.theirs(), moves.ours(), lookAhead - 1);
        }
        return below + Math.max(0, moveCount - 1);
    }
}
