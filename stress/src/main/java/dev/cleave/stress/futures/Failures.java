package dev.cleave.stress.futures;

/** What generated programs throw. The messages tell where it was and what was computed there. */
public final class Failures {
    private Failures() {}

    /** Implemented by what programs throw themselves: its message is theirs, not the machine's. */
    public interface Own {}

    /** Has to be declared. */
    public static class Checked extends Exception implements Own {
        private static final long serialVersionUID = 1L;

        /**
         * A failure.
         *
         * @param message what is compared
         */
        public Checked(String message) {
            super(message);
        }
    }

    /** One kind of those that have to be declared. */
    public static class Special extends Checked {
        private static final long serialVersionUID = 1L;

        /**
         * A failure.
         *
         * @param message what is compared
         */
        public Special(String message) {
            super(message);
        }
    }

    /** Need not be declared. */
    public static class Unchecked extends RuntimeException implements Own {
        private static final long serialVersionUID = 1L;

        /**
         * A failure.
         *
         * @param message what is compared
         */
        public Unchecked(String message) {
            super(message);
        }
    }

    /** Need not be declared either, and no handler of {@link Unchecked} catches it. */
    public static class Other extends RuntimeException implements Own {
        private static final long serialVersionUID = 1L;

        /**
         * A failure.
         *
         * @param message what is compared
         */
        public Other(String message) {
            super(message);
        }
    }

    /** An error. */
    public static class Fatal extends Error implements Own {
        private static final long serialVersionUID = 1L;

        /**
         * A failure.
         *
         * @param message what is compared
         */
        public Fatal(String message) {
            super(message);
        }
    }
}
