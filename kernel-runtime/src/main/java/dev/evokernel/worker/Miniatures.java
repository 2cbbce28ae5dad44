package dev.evokernel.worker;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.Leftovers;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Snapshot;
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
    Snapshot before = device.snapshot();
    MiniatureOutcome outcome = outcome(tried);
    Leftovers left = before.leftBehind();
    return new Reply.MiniatureTried(
        left.rejection()
            .filter(_ -> outcome instanceof MiniatureOutcome.Timed)
            .<MiniatureOutcome>map(MiniatureOutcome.Refused::new)
            .orElse(outcome),
        left.stale() || !device.usable());
  }

  private MiniatureOutcome outcome(Request.TryMiniature tried) {
    try (Program program = device.load(small, tried.configuration(), tried.binary())) {
      listener.entered("run the miniature", "", 0);
      return new MiniatureOutcome.Timed(bench.time(program, tried.repetitions()));
    } catch (RejectionException e) {
      return new MiniatureOutcome.Refused(e.on(""));
    }
  }
}
