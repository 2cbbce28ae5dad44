package dev.evokernel.worker;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.MiniatureOutcome;

/**
 * An opened device with the buffers of a miniature.
 *
 * @param small the miniature as a kernel
 * @param listener called before each stage
 */
record Miniatures(
    Device device, Kernel small, MiniatureBench bench, EvaluationEngine.StageListener listener) {

  Reply attempt(Request.TryMiniature tried) {
    listener.entered("load", "", 0);
    var run =
        ContainedRun.<MiniatureOutcome>of(
            device,
            () -> device.load(small, tried.configuration(), tried.binary()),
            program -> outcome(program, tried.repetitions()),
            MiniatureOutcome.Refused::new);
    return new Reply.MiniatureTried(
        run.left()
            .rejection()
            .filter(_ -> run.result() instanceof MiniatureOutcome.Timed)
            .<MiniatureOutcome>map(MiniatureOutcome.Refused::new)
            .orElse(run.result()),
        run.left().stale() || !device.usable());
  }

  private MiniatureOutcome outcome(Program program, int repetitions) {
    listener.entered("run the miniature", "", 0);
    try {
      return new MiniatureOutcome.Timed(bench.time(program, repetitions));
    } catch (RejectionException e) {
      return new MiniatureOutcome.Refused(e.on(""));
    }
  }
}
