package dev.evokernel.run;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.Assessment;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.EvaluationStep;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The leaderboard's present champion, which takes part in the finals of every later run on the same
 * kernel and device: a new champion has beaten the old one, and not merely the default.
 *
 * <p>It is evaluated as any candidate is, with the source as it is now, but after the search, so
 * that what the leaderboard happens to hold does not change where a seed leads.
 */
public final class LeaderboardChampion {

  /** Where such a candidate comes from. */
  static final String ORIGIN = "leaderboard";

  private final RunSpec plan;
  private final ResultStore store;
  private final SearchSpace space;

  public LeaderboardChampion(RunSpec plan, ResultStore store, SearchSpace space) {
    this.plan = plan;
    this.store = store;
    this.space = space;
  }

  /**
   * What leads on the first of the run's shapes that has a champion, if this kernel can still be
   * configured that way, and it is not the default.
   */
  public Optional<Configuration> configuration() {
    return store.decided(plan.kernel().name(), plan.device().model()).stream()
        .filter(one -> !one.run().equals(plan.runId()))
        .filter(one -> plan.shapes().contains(one.workload().shape()))
        .min(Comparator.comparingInt(this::position))
        .map(LeaderboardEntry::configuration)
        .filter(one -> !one.equals(plan.kernel().defaultConfiguration()))
        .filter(
            one ->
                one.values()
                    .keySet()
                    .equals(plan.kernel().defaultConfiguration().values().keySet()))
        .filter(space::contains);
  }

  private int position(LeaderboardEntry standing) {
    Shape shape = standing.workload().shape();
    return plan.shapes().indexOf(shape);
  }

  /**
   * Sees to it that the journal knows how it does.
   *
   * @param default as the device is now
   */
  public void evaluate(
      Configuration configuration,
      CompileStep compilers,
      EvaluationStep device,
      Journal journal,
      Measured theDefault,
      InstantSource clock)
      throws InterruptedException {
    CandidateProposal proposal = journal.unproposed(configuration, ORIGIN);
    if (journal.isQuarantined(proposal)) {
      return;
    }
    switch (compilers.compile(configuration)) {
      case Compilation.Failed(String log, boolean timedOut) ->
          journal.record(
              proposal,
              new Evaluation(
                  new Rejected(timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", log),
                  OptionalDouble.empty(),
                  "",
                  0,
                  0,
                  clock.instant()));
      case Compilation.Compiled(Binary binary) -> {
        Assessment assessment = attempt(proposal, binary, device, journal);
        journal.record(
            proposal,
            new Evaluation(
                assessment.outcome(),
                assessment.outcome() instanceof Measured measured
                    ? plan.objective().first(measured, theDefault)
                    : OptionalDouble.empty(),
                binary.digest(),
                binary.compileNanos(),
                assessment.spent().total(),
                clock.instant()));
      }
    }
  }

  private static Assessment attempt(
      CandidateProposal proposal, Binary binary, EvaluationStep device, Journal journal)
      throws InterruptedException {
    journal.attempt(proposal);
    try {
      return device.evaluate(proposal.configuration(), binary, Map.of());
    } catch (InterruptedException | ChangedDeviceException e) {
      journal.withdraw(proposal);
      throw e;
    }
  }
}
