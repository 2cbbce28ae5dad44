package dev.evokernel.store;

import java.util.List;
import java.util.Optional;

/**
 * What a run does at this moment and did just before.
 *
 * @param inFlight candidates whose evaluation began and has not ended, the latest first
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
