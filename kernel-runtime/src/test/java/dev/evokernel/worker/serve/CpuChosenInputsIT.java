package dev.evokernel.worker.serve;

/** Candidates of one shape that read inputs of their own, on the processor. */
class CpuChosenInputsIT extends ChosenInputsContract {
  CpuChosenInputsIT() {
    super("cpu");
  }
}
