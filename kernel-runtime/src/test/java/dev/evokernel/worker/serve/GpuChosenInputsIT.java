package dev.evokernel.worker.serve;

import org.junit.jupiter.api.Tag;

/** Candidates of one shape that read inputs of their own, on a GPU. */
@Tag("gpu")
class GpuChosenInputsIT extends ChosenInputsContract {
  GpuChosenInputsIT() {
    super("cuda");
  }
}
