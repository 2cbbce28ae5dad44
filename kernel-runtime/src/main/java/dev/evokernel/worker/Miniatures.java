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
    try (Program program = device.load(small, tried.configuration(), tried.binary())) {
      listener.entered("run the miniature", "", 0);
      return reply(new MiniatureOutcome.Timed(bench.time(program, tried.repetitions())));
    } catch (RejectionException e) {
      return reply(new MiniatureOutcome.Refused(e.on("")));
    }
  }

  private Reply reply(MiniatureOutcome outcome) {
    return new Reply.MiniatureTried(outcome, !device.usable());
  }
}
