package dev.evokernel.worker.serve;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Snapshot;
import dev.evokernel.backend.file.Leftovers;
import dev.evokernel.backend.reference.PythonProcess;
import dev.evokernel.outcome.Outcome.Rejected;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The result of running a candidate, and the candidate's leftovers.
 *
 * @param left found before and after unloading. A candidate with leftovers before stays loaded:
 *     unloading the code of a live thread would end the process before it reports
 */
record ContainedRun<T>(T result, Leftovers left) {

  /**
   * @param loading may throw {@link RejectionException}
   * @param work on the loaded candidate; does not throw the exception
   * @param refused the result if loading fails
   */
  static <T> ContainedRun<T> of(
      Device device,
      Supplier<Program> loading,
      Function<Program, T> work,
      Function<Rejected, T> refused) {
    PythonProcess.end();
    try (Snapshot before = device.snapshot()) {
      Program program;
      try {
        program = loading.get();
      } catch (RejectionException e) {
        return new ContainedRun<>(refused.apply(e.on("")), before.leftBehind());
      }
      T result = work.apply(program);
      PythonProcess.end(); // Special inputs are prepared beside the candidate.
      if (before.isDisturbed()) {
        Leftovers left = before.leftBehind();
        if (left.rejection().isPresent()) {
          return new ContainedRun<>(result, left);
        }
      }
      program.close();
      return new ContainedRun<>(result, before.leftBehind());
    }
  }
}
