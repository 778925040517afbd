package dev.cleave.stress.futures;

/** Changes class files, for a test of this test. */
interface Tampering {
    /** Changes nothing. */
    Tampering NONE = new Tampering() {};

    /** What the weaver is given, instead of what was compiled. */
    default byte[] written(byte[] classFile) {
        return classFile;
    }

    /** What runs, instead of what the weaver has made. */
    default byte[] woven(byte[] classFile) {
        return classFile;
    }
}
