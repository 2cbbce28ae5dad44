package dev.evokernel.store.record;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.search.Proposal;

/**
 * A candidate without its measurements: a few hundred bytes, so that all candidates of a long run
 * fit into memory.
 *
 * @param attempts how often a launch was journalled
 * @param end of its evaluation; empty as {@link Candidate#evaluation}
 */
public record CandidateOutline(Proposal proposal, int attempts, Optional<End> end) {

  /**
   * How an evaluation ended.
   *
   * @param objective as {@link Evaluation#objective}
   * @param rejected why; empty where it was measured
   * @param timed the shapes on which it was
   * @param bits digests of the outputs' bits on these shapes; empty if unknown
   * @param digest of the binary, hexadecimal; empty when there was none
   * @param evaluateNanos wall time of checking and timing
   * @param device the number of the run's device on which it was evaluated
   */
  public record End(
      OptionalDouble objective,
      Optional<Rejected> rejected,
      Set<String> timed,
      String bits,
      String digest,
      long evaluateNanos,
      Instant finished,
      int device) {

    static End of(Evaluation evaluation) {
      return new End(
          evaluation.objective(),
          evaluation.outcome() instanceof Rejected why ? Optional.of(why) : Optional.empty(),
          evaluation.outcome() instanceof Measured measured
              ? measured.measurements().stream().map(Measurement::shape).collect(Collectors.toSet())
              : Set.of(),
          evaluation.outcome() instanceof Measured measured
              ? Measurement.bits(
                  measured.measurements().stream()
                      .flatMap(measurement -> measurement.accuracy().stream())
                      .toList())
              : "",
          evaluation.digest(),
          evaluation.evaluateNanos(),
          evaluation.finished(),
          evaluation.on().device());
    }

    private End with(OptionalDouble other) {
      return new End(other, rejected, timed, bits, digest, evaluateNanos, finished, device);
    }
  }

  public static CandidateOutline of(Candidate candidate) {
    return new CandidateOutline(
        candidate.proposal(), candidate.attempts(), candidate.evaluation().map(End::of));
  }

  /** Copy with another objective. */
  CandidateOutline with(OptionalDouble objective) {
    return new CandidateOutline(proposal, attempts, end.map(ended -> ended.with(objective)));
  }

  public int number() {
    return proposal.number();
  }

  public Configuration configuration() {
    return proposal.configuration();
  }

  public OptionalDouble objective() {
    return end.map(End::objective).orElse(OptionalDouble.empty());
  }

  public Optional<Rejected> rejected() {
    return end.flatMap(End::rejected);
  }

  public boolean isMeasured() {
    return end.filter(ended -> ended.rejected().isEmpty()).isPresent();
  }

  /** Label of the outcome, as {@link Candidate#outcomeLabel}. */
  public String outcomeLabel() {
    return end.map(
            ended -> ended.rejected().map(why -> why.reason().label()).orElse(Candidate.MEASURED))
        .orElse(Candidate.ATTEMPTING);
  }
}
