package dev.evokernel.cpu;

import dev.evokernel.backend.ReferenceCommand;
import dev.evokernel.backend.ReferenceOutputs;

/** What tells the expected outputs. */
sealed interface Oracle {

  /**
   * A function that writes them where a candidate would.
   *
   * @param kept what it wrote before
   */
  record Function(CpuProgram program, ReferenceOutputs kept) implements Oracle {}

  /** A command that gives them in arrays. */
  record Command(ReferenceCommand command) implements Oracle {}

  default void close() {
    if (this instanceof Function(CpuProgram program, ReferenceOutputs _)) {
      program.close();
    }
  }
}
