package dev.evokernel.cpu;

import dev.evokernel.backend.ReferenceCommand;

/** What tells the expected outputs. */
sealed interface Oracle {

  /** A function that writes them where a candidate would. */
  record Function(CpuProgram program) implements Oracle {}

  /** A command that gives them in arrays. */
  record Command(ReferenceCommand command) implements Oracle {}

  default void close() {
    if (this instanceof Function(CpuProgram program)) {
      program.close();
    }
  }
}
