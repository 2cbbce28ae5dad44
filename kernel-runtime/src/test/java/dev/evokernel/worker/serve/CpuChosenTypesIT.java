package dev.evokernel.worker.serve;

/** Candidates whose parameters choose types of arguments, on the processor. */
class CpuChosenTypesIT extends ChosenTypesContract {
  CpuChosenTypesIT() {
    super("cpu");
  }
}
