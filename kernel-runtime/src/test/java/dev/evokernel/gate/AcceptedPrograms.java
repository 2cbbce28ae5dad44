package dev.evokernel.gate;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.Workspace;
import dev.evokernel.kernel.CacheState;
import java.util.SplittableRandom;

/** Timers of programs that pass the correctness gate. */
public final class AcceptedPrograms {

  private AcceptedPrograms() {}

  /** Checks a program, and makes a timer that verifies as often as it can. */
  public static VerifiedTimer timer(
      CorrectnessGate gate, Workspace workspace, Program program, CacheState cache) {
    var accepted = (VerificationResult.Accepted) gate.check(workspace, program);
    return new VerifiedTimer(
        gate,
        workspace,
        program,
        cache,
        accepted.digests(),
        Double.POSITIVE_INFINITY,
        new SplittableRandom(7),
        System::nanoTime);
  }
}
