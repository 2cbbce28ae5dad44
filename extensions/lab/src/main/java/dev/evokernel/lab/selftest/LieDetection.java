package dev.evokernel.lab.selftest;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.evaluation.SearchStrategy;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Exclusion;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.Role;
import dev.evokernel.workers.ProcessWorkers;

/**
 * Runs every lying kernel against an honest default, finals included. Each lie has its own run and
 * database, and is thus the best candidate of its run.
 */
final class LieDetection {

  private static final List<Path> TRACES =
      List.of(Path.of("/tmp/evo-lying-kernel.memo"), Path.of("/tmp/evo-lying-kernel.left"));

  private final Path folder;
  private final SelfTestFolder ground;
  private final Jobs jobs = new Jobs(LieDetection::environment);
  private final Consumer<LieLine> progress;

  /**
   * Unpacks the lying kernel.
   *
   * @param folder folder for the kernel, the results and the compiled candidates
   * @param progress receives each finished line
   * @throws EnvironmentException if the folder cannot be written
   */
  public LieDetection(
      Path folder, Backend backend, DeviceIdentity device, Consumer<LieLine> progress) {
    this.folder = folder;
    this.ground = SelfTestFolder.in(folder, "lies", ShippedSources::lying, backend, device);
    this.progress = progress;
  }

  /** Names of the kernels that {@link #run} tests. */
  public static List<String> names(String backend) {
    return Lie.of(backend).stream().map(Lie::name).toList();
  }

  /**
   * Tests the honest control and the lies.
   *
   * @param wanted selects by name
   * @throws InterruptedException if {@link #stop} was called
   */
  public List<LieLine> run(Predicate<String> wanted) throws InterruptedException {
    var lines = new ArrayList<LieLine>();
    for (Lie lie : Lie.of(ground.backend().name())) {
      if (wanted.test(lie.name())) {
        LieLine line = tried(lie);
        lines.add(line);
        progress.accept(line);
      }
    }
    return lines;
  }

  /** Stops {@link #run} from any thread. */
  public void stop() {
    jobs.stop();
  }

  private LieLine tried(Lie lie) throws InterruptedException {
    String run = lie.name().replace('_', '-');
    try (ResultStore store = ResultStore.open(ground.database())) {
      return new LieOutcome(
              lie, jobs.run(ground.plan(run), store, Optional.empty(), strategy(lie)), folder)
          .line();
    } catch (EnvironmentException | IllegalStateException e) {
      return LieOutcome.brokenDown(lie, e);
    } finally {
      putAside(run);
    }
  }

  /** Environment with a single compile worker, which suffices for two candidates. */
  private static RunEnvironment environment(RunSpec plan) {
    return RunEnvironment.ofThisMachine(plan, InstantSource.system())
        .with(() -> ProcessWorkers.start(plan, 1, 0, plan.cache()));
  }

  /** Proposes the default and the lie; finals follow unless the lie was rejected. */
  private static SearchStrategy strategy(Lie lie) {
    return (space, initial, evaluator) -> {
      Configuration honest = initial.getFirst().configuration();
      Configuration liar = lie.applied(honest);
      for (Configuration configuration : List.of(honest, liar)) {
        var _ =
            evaluator.begin(evaluator.context().proposal(configuration, 0, "self-test")).trial();
      }
      if (evaluator.evaluation(liar).outcome() instanceof Outcome.Rejected) {
        throw new InterruptedException("The lie was detected.");
      }
      return Ending.BUDGET_SPENT;
    };
  }

  /** Moves the database away and deletes the traces; the next run starts from nothing. */
  private void putAside(String run) {
    try {
      Files.move(
          ground.database(),
          ground.results().resolve(run + ".db"),
          StandardCopyOption.REPLACE_EXISTING);
      for (Path trace : TRACES) {
        Files.deleteIfExists(trace);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Derives a table row from the history of a lie's run.
   *
   * @param folder base of paths in messages
   */
  private record LieOutcome(Lie lie, RunHistory history, Path folder) {

    /** Text that occurs only in messages of the examination of a new best candidate. */
    private static final String EXAMINATION = "special input";

    static LieLine brokenDown(Lie lie, RuntimeException e) {
      return new LieLine(
          lie.name(),
          lie.deed(),
          LieStage.BROKE_DOWN,
          "",
          OptionalDouble.empty(),
          Duration.ZERO,
          InjectionResult.line(String.valueOf(e.getMessage())),
          false);
    }

    LieLine line() {
      Candidate liar =
          history.candidates().stream()
              .filter(
                  candidate ->
                      candidate.configuration().equals(lie.applied(honest().configuration())))
              .findFirst()
              .orElseThrow();
      return switch (liar.evaluation().orElseThrow().outcome()) {
        case Rejected rejected ->
            rejected.message().contains(EXAMINATION)
                ? stopped(liar, LieStage.BEST, rejected)
                : stopped(liar, LieStage.EVALUATION, rejected);
        case Measured _ -> measured(liar);
      };
    }

    private LieLine measured(Candidate liar) {
      Optional<Exclusion> exclusion = history.flags().exclusion(liar.number());
      if (exclusion.isPresent()) {
        return stopped(liar, LieStage.FINALS, exclusion.get().why());
      }
      FinalsDecision finals = history.finals().orElseThrow();
      String verdict = finals.verdict().toString();
      if (finals.results().stream().noneMatch(result -> result.candidate() == liar.number())) {
        return line(liar, LieStage.FINALS, "", verdict);
      }
      boolean leads = finals.candidate(Role.CHAMPION).equals(OptionalInt.of(liar.number()));
      return line(liar, leads ? LieStage.LED : LieStage.NOWHERE, "", verdict);
    }

    private LieLine stopped(Candidate liar, LieStage stage, Rejected rejected) {
      return line(liar, stage, rejected.reason().label(), rejected.message());
    }

    private LieLine line(Candidate liar, LieStage stage, String reason, String message) {
      return new LieLine(
          lie.name(),
          lie.deed(),
          stage,
          reason,
          speedUp(liar),
          Duration.ofNanos(liar.evaluation().orElseThrow().evaluateNanos()),
          InjectionResult.line(message).replace(folder + "/", ""),
          lie.isExpected(stage, reason));
    }

    private Candidate honest() {
      return history.defaultCandidate().orElseThrow();
    }

    private OptionalDouble speedUp(Candidate liar) {
      Optional<Measured> before = history.remeasured(honest().number());
      Optional<Measured> after = history.remeasured(liar.number());
      return before.isPresent() && after.isPresent()
          ? OptionalDouble.of(p50(before.get()) / p50(after.get()))
          : liar.measured()
              .map(
                  measured ->
                      OptionalDouble.of(p50(honest().measured().orElseThrow()) / p50(measured)))
              .orElseGet(OptionalDouble::empty);
    }

    private static double p50(Measured measured) {
      return measured.measurements().stream()
          .map(Measurement::samples)
          .mapToDouble(samples -> samples.p50())
          .sum();
    }
  }
}
