/** Fork/join parallelism that costs almost nothing until a processor is idle. */
module dev.cleave {
    exports dev.cleave;
    exports dev.cleave.lazy;
    exports dev.cleave.metrics;
    exports dev.cleave.processors;

    uses dev.cleave.processors.ThreadBinding;

    requires static java.management; // without it there are no MBeans
    requires static jdk.jfr; // without it there are no events
}
