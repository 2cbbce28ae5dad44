package dev.evokernel.cpu;

import dev.evokernel.backend.ReferenceCommand;
import dev.evokernel.backend.ReferenceOutputs;

/** What tells the expected outputs. */
sealed interface CpuReferenceRunner {

  /**
   * A function that writes them where a candidate would.
   *
   * @param kept what it wrote before
   */
  record Function(CpuProgram program, ReferenceOutputs kept) implements CpuReferenceRunner {}

  /** A command that gives them in arrays. */
  record Command(ReferenceCommand command) implements CpuReferenceRunner {}

  default void close() {
    if (this instanceof Function(CpuProgram program, ReferenceOutputs _)) {
      program.close();
    }
  }
}
