package dev.evokernel.worker;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.outcome.MiniatureOutcome;

/**
 * An opened device with a miniature's arguments laid out.
 *
 * @param small the miniature as a kernel
 * @param witness told before each stage
 */
record Miniatures(
    Device device, Kernel small, MiniatureBench bench, EvaluationEngine.Witness witness) {

  Reply attempt(Request.TryMiniature tried) {
    witness.sees("load", "", 0);
    try (Program program = device.load(small, tried.configuration(), tried.binary())) {
      witness.sees("run the miniature", "", 0);
      return reply(new MiniatureOutcome.Timed(bench.time(program, tried.repetitions())));
    } catch (RejectionException e) {
      return reply(new MiniatureOutcome.Refused(e.on("")));
    }
  }

  private Reply reply(MiniatureOutcome outcome) {
    return new Reply.MiniatureTried(outcome, !device.usable());
  }
}
