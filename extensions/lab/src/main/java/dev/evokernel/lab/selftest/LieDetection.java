package dev.evokernel.lab.selftest;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.run.evaluation.SearchStrategy;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
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
    String run = "lie-" + lie.name();
    try (ResultStore store = ResultStore.open(ground.database())) {
      return LieLine.of(
          lie, jobs.run(ground.plan(run), store, Optional.empty(), strategy(lie)), folder);
    } catch (EnvironmentException | IllegalStateException e) {
      return LieLine.brokenDown(lie, e);
    } finally {
      putAside(run);
    }
  }

  /** Environment with a single compile worker, which suffices for two candidates. */
  private static RunEnvironment environment(RunSpec plan) {
    return RunEnvironment.ofThisMachine(plan, InstantSource.system())
        .with(news -> ProcessWorkers.start(plan, 1, 0, plan.cache(), news));
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
}
