package dev.evokernel.gate;

import dev.evokernel.backend.InputSet;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import java.util.List;
import java.util.Map;

/** Whether a candidate passed the correctness gate on one shape. */
public sealed interface VerificationResult {

  /**
   * @param accuracy for each output its worst comparison over all input sets
   * @param digests of the right outputs by input set, as this program computes them
   */
  record Accepted(List<OutputComparison> accuracy, Map<InputSet, Long> digests)
      implements VerificationResult {
    public Accepted {
      accuracy = List.copyOf(accuracy);
      digests = Map.copyOf(digests);
    }
  }

  record Refused(Outcome.Rejected rejection) implements VerificationResult {}
}
