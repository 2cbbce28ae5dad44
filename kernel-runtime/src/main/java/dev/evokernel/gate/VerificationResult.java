package dev.evokernel.gate;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import java.util.List;
import java.util.Map;

/** Result of the correctness gate on one shape. */
public sealed interface VerificationResult {

  /**
   * @param accuracy worst comparison of each output over all input sets
   * @param digests digests of this program's correct outputs, by input set
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
