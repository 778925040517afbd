/** Fork/join parallelism that costs almost nothing until a processor is idle. */
module dev.cleave {
    exports dev.cleave;
    exports dev.cleave.lazy;
    exports dev.cleave.processors;
}
