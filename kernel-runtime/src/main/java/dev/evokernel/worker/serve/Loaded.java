package dev.evokernel.worker.serve;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.reference.PythonProcess;
import dev.evokernel.outcome.Outcome.Rejected;
import java.util.function.Function;
import java.util.function.Supplier;

/** Work on a loaded candidate, which is closed afterwards. */
final class Loaded {

  private Loaded() {}

  static <T> T run(
      Supplier<Program> loading, Function<Program, T> work, Function<Rejected, T> refused) {
    PythonProcess.end(); // It must not run beside the candidate.
    Program program;
    try {
      program = loading.get();
    } catch (RejectionException e) {
      return refused.apply(e.on(""));
    }
    try (program) {
      return work.apply(program);
    } finally {
      PythonProcess.end(); // Special inputs are prepared beside the candidate.
    }
  }
}
