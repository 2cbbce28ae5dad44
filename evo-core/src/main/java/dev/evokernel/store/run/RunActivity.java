package dev.evokernel.store.run;

import dev.evokernel.store.record.Candidate;
import java.util.List;
import java.util.Optional;

/**
 * Candidates in flight and latest results of a run.
 *
 * @param inFlight candidates whose evaluation has begun and not ended, latest first
 * @param rejected the latest rejections, the last proposed first
 * @param measured the last proposed candidate with measurements
 */
public record RunActivity(
    List<Candidate> inFlight, List<Candidate> rejected, Optional<Candidate> measured) {

  public RunActivity {
    inFlight = List.copyOf(inFlight);
    rejected = List.copyOf(rejected);
  }
}
