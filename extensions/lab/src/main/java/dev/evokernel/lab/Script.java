package dev.evokernel.lab;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.run.DetailedEvaluator;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import java.time.Duration;
import java.util.Optional;

/**
 * Proposes candidates to a real run and reads them back from its store.
 *
 * @param defaultConfiguration healthy; the base of all other configurations
 */
record Script(
    ResultStore store,
    String run,
    Configuration defaultConfiguration,
    DetailedEvaluator evaluator) {

  /** Evaluated candidate from the store, with the wall time of its evaluation. */
  record Ended(Candidate candidate, Duration wall) {

    boolean isMeasured() {
      return candidate.evaluation().orElseThrow().outcome() instanceof Outcome.Measured;
    }
  }

  Configuration healthy(int round, int step) {
    return defaultConfiguration.with("ROUND", Value.of(round)).with("STEP", Value.of(step));
  }

  /**
   * Evaluates one candidate.
   *
   * @throws InterruptedException if the run was stopped
   */
  Ended evaluate(Configuration configuration, int generation) throws InterruptedException {
    long started = System.nanoTime();
    boolean answered =
        evaluator
            .begin(evaluator.context().proposal(configuration, generation, "self-test"))
            .trial()
            .isPresent();
    Duration wall = Duration.ofNanos(System.nanoTime() - started);
    Optional<Candidate> candidate = candidate(configuration);
    if (!answered || candidate.flatMap(Candidate::evaluation).isEmpty()) {
      throw new InterruptedException("The run was stopped.");
    }
    return new Ended(candidate.get(), wall);
  }

  Optional<Candidate> candidate(Configuration configuration) {
    return store.candidates(run).stream()
        .filter(candidate -> candidate.configuration().equals(configuration))
        .findFirst();
  }
}
