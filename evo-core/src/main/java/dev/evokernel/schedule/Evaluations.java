package dev.evokernel.schedule;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import dev.evokernel.store.Evaluation;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Answers the search: from the journal what was evaluated before, from the workers the rest.
 *
 * <p>What is in flight is worked off in parts. Within a part all candidates compile at once and are
 * evaluated one after the other as their binaries arrive; where compiling disturbs timing, the
 * first evaluation waits for the last compiler. The order in which candidates end changes nothing
 * for the search, which learns in the order of its proposals.
 *
 * <p>The incumbent goes first and alone: every objective is relative to it.
 */
final class Evaluations implements Evaluator {

  /** Candidates that compile before the device gets its turn, for each compile worker. */
  private static final int PART_PER_COMPILER = 4;

  private record Built(dev.evokernel.store.Proposal candidate, Compilation compilation) {}

  private final Plan plan;
  private final BuildStep compilers;
  private final int compilerCount;
  private final EvaluationStep device;
  private final Journal journal;
  private final Stopwatch stopwatch;
  private final InstantSource clock;
  private final RunListener listener;
  private final List<Proposal> waiting = new ArrayList<>();
  private volatile boolean interrupted;

  /**
   * @param compilerCount how many of them work at once
   */
  Evaluations(
      Plan plan,
      BuildStep compilers,
      int compilerCount,
      EvaluationStep device,
      Journal journal,
      Stopwatch stopwatch,
      InstantSource clock,
      RunListener listener) {
    this.plan = plan;
    this.compilers = compilers;
    this.compilerCount = compilerCount;
    this.device = device;
    this.journal = journal;
    this.stopwatch = stopwatch;
    this.clock = clock;
    this.listener = listener;
  }

  /** Whether somebody broke the run off. */
  boolean isInterrupted() {
    return interrupted;
  }

  /** What is proposed waits until the search asks for a trial; then all of it is settled. */
  @Override
  public Pending begin(Proposal proposal) {
    waiting.add(proposal);
    return () -> trial(proposal);
  }

  private Optional<Trial> trial(Proposal proposal) {
    if (waiting.contains(proposal)) {
      settle();
    }
    return journal
        .evaluation(proposal.configuration())
        .map(evaluation -> new Trial(proposal.configuration(), evaluation.objective()));
  }

  private void settle() {
    requireIncumbent();
    try {
      for (List<Proposal> part : parts(waiting)) {
        if (isSpent()) {
          break;
        }
        settle(part);
        requireIncumbent();
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    waiting.clear();
  }

  private List<List<Proposal>> parts(List<Proposal> batch) {
    List<Proposal> open =
        batch.stream()
            .filter(proposal -> journal.evaluation(proposal.configuration()).isEmpty())
            .toList();
    var parts = new ArrayList<List<Proposal>>();
    int from = 0;
    if (!open.isEmpty() && open.getFirst().configuration().equals(plan.kernel().incumbent())) {
      parts.add(open.subList(0, 1));
      from = 1;
    }
    int size =
        plan.backend().compilingDisturbsTiming() ? PART_PER_COMPILER * compilerCount : open.size();
    for (; from < open.size(); from += size) {
      parts.add(open.subList(from, Math.min(from + size, open.size())));
    }
    return parts;
  }

  private boolean isSpent() {
    return interrupted
        || journal.evaluations() >= plan.budget().evaluations()
        || stopwatch.spent().compareTo(plan.budget().wall().minus(plan.budget().finalsReserve()))
            >= 0;
  }

  /** Evaluates what the budget still has room for. */
  private void settle(List<Proposal> part) throws InterruptedException {
    long room = plan.budget().evaluations() - journal.evaluations();
    List<dev.evokernel.store.Proposal> candidates =
        part.stream().limit(room).map(journal::candidate).toList();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var compiling = new ExecutorCompletionService<Built>(threads);
      var futures = new ArrayList<Future<Built>>();
      for (dev.evokernel.store.Proposal candidate : candidates) {
        futures.add(
            compiling.submit(
                () -> new Built(candidate, compilers.compile(candidate.configuration()))));
      }
      try {
        if (plan.backend().compilingDisturbsTiming()) {
          await(futures);
        }
        for (int left = futures.size(); left > 0 && !isSpent(); left--) {
          long waiting = futures.stream().filter(future -> !future.isDone()).count();
          listener.queued((int) waiting, left - (int) waiting);
          conclude(Concurrently.result(compiling.take()));
        }
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private static void await(List<Future<Built>> futures) throws InterruptedException {
    for (Future<Built> future : futures) {
      Concurrently.result(future);
    }
  }

  private void conclude(Built built) throws InterruptedException {
    Evaluation evaluation =
        switch (built.compilation()) {
          case Compilation.Failed(String log, boolean timedOut) ->
              ended(
                  new Rejected(timedOut ? Rejection.TIMEOUT : Rejection.COMPILE_ERROR, "", log),
                  "",
                  0,
                  0);
          case Compilation.Compiled(Binary binary) -> run(built.candidate(), binary);
        };
    journal.record(built.candidate(), evaluation);
    listener.evaluated(evaluation, journal.progress(stopwatch, plan.budget()));
  }

  private Evaluation run(dev.evokernel.store.Proposal candidate, Binary binary)
      throws InterruptedException {
    Optional<Outcome> twin = journal.sameProgram(candidate.configuration(), binary.digest());
    if (twin.isPresent()) {
      return ended(twin.get(), binary.digest(), binary.compileNanos(), 0);
    }
    if (journal.isQuarantined(candidate)) {
      String message =
          "The whole run died more than once while this was evaluated. It is not tried again.";
      return ended(
          new Rejected(Rejection.CRASH, "", message), binary.digest(), binary.compileNanos(), 0);
    }
    long started = System.nanoTime();
    journal.attempt(candidate);
    try {
      Outcome outcome = measure(candidate.configuration(), binary);
      return ended(outcome, binary.digest(), binary.compileNanos(), System.nanoTime() - started);
    } catch (InterruptedException e) {
      journal.withdraw(candidate);
      throw e;
    }
  }

  private Outcome measure(Configuration configuration, Binary binary) throws InterruptedException {
    return configuration.equals(plan.kernel().incumbent())
        ? SteadyMeasurement.of(() -> device.evaluate(configuration, binary, Map.of()))
        : device.evaluate(configuration, binary, journal.bestP50());
  }

  private Evaluation ended(Outcome outcome, String digest, long compileNanos, long evaluateNanos) {
    OptionalDouble objective =
        outcome instanceof Measured measured
            ? OptionalDouble.of(objective(measured).of(measured))
            : OptionalDouble.empty();
    return new Evaluation(outcome, objective, digest, compileNanos, evaluateNanos, clock.instant());
  }

  /** The measure of all; the first candidate of a run, the incumbent, becomes it. */
  private Objective objective(Measured first) {
    Configuration incumbent = plan.kernel().incumbent();
    return journal
        .evaluation(incumbent)
        .map(Evaluation::outcome)
        .filter(Measured.class::isInstance)
        .map(measured -> Objective.relativeTo((Measured) measured))
        .orElseGet(() -> Objective.relativeTo(first));
  }

  /** Without the incumbent there is nothing to search for. */
  private void requireIncumbent() {
    if (journal.evaluation(plan.kernel().incumbent()).map(Evaluation::outcome).orElse(null)
        instanceof Rejected rejected) {
      throw incumbentRejected(rejected);
    }
  }

  private EnvironmentException incumbentRejected(Rejected rejected) {
    return new EnvironmentException(
        "The incumbent of kernel '%s' was rejected (%s%s), and everything is compared with it: %s%nMend the kernel, or choose another incumbent in %s."
            .formatted(
                plan.kernel().name(),
                rejected.reason().label(),
                rejected.shape().isEmpty() ? "" : " on shape '" + rejected.shape() + "'",
                rejected.message(),
                plan.origin().resolve("kernel.yaml")));
  }
}
