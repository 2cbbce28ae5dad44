package dev.evokernel.selftest;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.LyingSources;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.SearchStrategy;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.ProcessWorkers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Has every lying kernel compete with an honest default, each in a run and a database of its own,
 * finals included, so that none profits from another and each is the best of its run.
 */
public final class LieDetection {

  /** What lies that write files leave in the folder of temporary files. */
  private static final List<Path> TRACES =
      List.of(Path.of("/tmp/evo-lying-kernel.memo"), Path.of("/tmp/evo-lying-kernel.left"));

  private final Path folder;
  private final SelfTestFolder ground;
  private final Jobs jobs;
  private final Consumer<LieLine> progress;

  private LieDetection(
      Path folder, SelfTestFolder ground, InstantSource clock, Consumer<LieLine> progress) {
    this.folder = folder;
    this.ground = ground;
    this.jobs = new Jobs(plan -> environment(plan, clock));
    this.progress = progress;
  }

  /**
   * Unpacks the lying kernel.
   *
   * @param folder for the kernel, the results and the compiled candidates
   * @param version of evo
   * @param progress is given each line as it is known
   * @throws EnvironmentException if the folder cannot be written
   */
  public static LieDetection in(
      Path folder,
      Backend backend,
      DeviceIdentity device,
      String version,
      InstantSource clock,
      Consumer<LieLine> progress) {
    var ground = SelfTestFolder.in(folder, "lies", LyingSources::unpack, backend, device, version);
    return new LieDetection(folder, ground, clock, progress);
  }

  /** The names of the kernels that {@link #run} tries. */
  public static List<String> names(String backend) {
    return Lie.of(backend).stream().map(Lie::name).toList();
  }

  /**
   * Runs the honest kernel and every lie.
   *
   * @param wanted names of lies
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

  /** Ends it soon. */
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

  /** Two candidates need no more than one compile worker, and a process costs most of a second. */
  private static RunEnvironment environment(RunSpec plan, InstantSource clock) {
    return RunEnvironment.ofThisMachine(plan, clock)
        .with(() -> ProcessWorkers.start(plan, 1, 0, plan.cache()));
  }

  /** The finals are held if the lie may take part. */
  private static SearchStrategy strategy(Lie lie) {
    return (space, initial, evaluator) -> {
      Configuration honest = initial.getFirst().configuration();
      Configuration liar = lie.applied(honest);
      for (Configuration one : List.of(honest, liar)) {
        var _ = evaluator.begin(evaluator.context().proposal(one, 0, "self-test")).trial();
      }
      if (evaluator.evaluation(liar).outcome() instanceof Outcome.Rejected) {
        throw new InterruptedException("The lie was seen through.");
      }
      return Ending.BUDGET_SPENT;
    };
  }

  /** The next run begins with an empty leaderboard, and no lie finds what another wrote. */
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
