package dev.evokernel.cpu;

import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.backend.reference.ReferenceOutputs;

/** Source of the expected outputs. */
sealed interface CpuReferenceRunner {

  /**
   * Function that writes the expected outputs to the output buffers, with outputs of earlier runs.
   */
  record Function(CpuProgram program, ReferenceOutputs kept) implements CpuReferenceRunner {}

  record Command(ReferenceCommand command) implements CpuReferenceRunner {}

  /** No expected outputs, because a program judges. */
  record None() implements CpuReferenceRunner {}

  default void close() {
    if (this instanceof Function(CpuProgram program, ReferenceOutputs _)) {
      program.close();
    }
  }
}
