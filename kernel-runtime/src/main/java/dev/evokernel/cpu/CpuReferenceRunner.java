package dev.evokernel.cpu;

import dev.evokernel.backend.ReferenceCommand;
import dev.evokernel.backend.ReferenceOutputs;

/** Computes the expected outputs. */
sealed interface CpuReferenceRunner {

  /**
   * A function that writes them to the output buffers, as a candidate does.
   *
   * @param kept what it wrote before
   */
  record Function(CpuProgram program, ReferenceOutputs kept) implements CpuReferenceRunner {}

  /** A command that writes them to files. */
  record Command(ReferenceCommand command) implements CpuReferenceRunner {}

  /** Nothing is expected: a program judges. */
  record None() implements CpuReferenceRunner {}

  default void close() {
    if (this instanceof Function(CpuProgram program, ReferenceOutputs _)) {
      program.close();
    }
  }
}
