package dev.evokernel.worker.serve;

import org.junit.jupiter.api.Tag;

/** Candidates whose parameters choose types of arguments, on a GPU. */
@Tag("gpu")
class GpuChosenTypesIT extends ChosenTypesContract {
  GpuChosenTypesIT() {
    super("cuda");
  }
}
