package dev.evokernel.gate;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import java.util.List;

/** Whether a candidate passed the correctness gate on one shape. */
public sealed interface VerificationResult {

  /**
   * @param accuracy for each output its worst comparison over all input sets
   */
  record Accepted(List<OutputComparison> accuracy) implements VerificationResult {
    public Accepted {
      accuracy = List.copyOf(accuracy);
    }
  }

  record Refused(Outcome.Rejected rejection) implements VerificationResult {}
}
