package dev.evokernel.gate;

import dev.evokernel.outcome.Comparison;
import dev.evokernel.outcome.Outcome;
import java.util.List;

/** What the gate says of a candidate on one shape. */
public sealed interface Verdict {

  /**
   * @param accuracy for each output its worst comparison over all seeds
   */
  record Accepted(List<Comparison> accuracy) implements Verdict {
    public Accepted {
      accuracy = List.copyOf(accuracy);
    }
  }

  record Refused(Outcome.Rejected rejection) implements Verdict {}
}
