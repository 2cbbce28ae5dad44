package dev.evokernel.selftest;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.FaultSources;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.store.ResultStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.function.Consumer;

/**
 * Provokes every fault on one device and says what came of each.
 *
 * <p>All faults of candidates are provoked within one run, as in a night; one that breaks the run
 * down is on record as that, and the others go on in another run. Faults that have to stop a run
 * have runs of their own.
 */
public final class SelfTest {

  /** As many as the fault kernel has different programs for. */
  public static final int MOST_ROUNDS = 32;

  private final Path folder;
  private final SelfTestFolder ground;
  private final int rounds;
  private final Jobs jobs;
  private final Consumer<String> progress;
  private final SequencedMap<String, List<InjectionResult>> provocations = new LinkedHashMap<>();

  private SelfTest(
      Path folder,
      SelfTestFolder ground,
      int rounds,
      InstantSource clock,
      Consumer<String> progress) {
    this.folder = folder;
    this.ground = ground;
    this.rounds = rounds;
    this.jobs = new Jobs(clock);
    this.progress = progress;
  }

  /**
   * Unpacks the fault kernel.
   *
   * @param folder empty; for the kernel, the results and the compiled candidates
   * @param version of evo
   * @param rounds how often each fault is provoked, up to {@link #MOST_ROUNDS}
   * @param progress hears of each fault as it has been provoked
   * @throws EnvironmentException if the folder cannot be written
   */
  public static SelfTest in(
      Path folder,
      Backend backend,
      DeviceIdentity device,
      String version,
      int rounds,
      InstantSource clock,
      Consumer<String> progress) {
    if (rounds < 1 || rounds > MOST_ROUNDS) {
      throw new IllegalArgumentException(
          "Faults are provoked 1 to " + MOST_ROUNDS + " times, not " + rounds + ".");
    }
    try {
      Path file = FaultSources.unpack(folder.resolve("kernel"));
      var ground =
          new SelfTestFolder(
              backend,
              device,
              KernelReader.read(file, backend.name()),
              folder.resolve("results"),
              version);
      return new SelfTest(folder, ground, rounds, clock, progress);
    } catch (IOException e) {
      throw new EnvironmentException(
          folder + " cannot be written: " + e.getMessage() + ". Make room there.", e);
    }
  }

  /**
   * Provokes them all.
   *
   * @throws InterruptedException if somebody called {@link #stop}
   * @throws EnvironmentException if not even a healthy candidate can be measured
   */
  public List<FaultLine> run() throws InterruptedException {
    ordeals();
    for (Stoppage stoppage : Stoppage.values()) {
      for (int round = 0; round < rounds; round++) {
        stop(stoppage, round);
      }
    }
    return provocations.values().stream().map(FaultLine::of).toList();
  }

  /** Ends it soon. */
  public void stop() {
    jobs.stop();
  }

  private void ordeals() throws InterruptedException {
    Queue<FaultInjectionRun.Task> tasks = tasks();
    try (ResultStore store = ResultStore.open(ground.database())) {
      for (int sitting = 1; !tasks.isEmpty(); sitting++) {
        String run = "faults-" + sitting;
        var ordeal = new FaultInjectionRun(store, run, ground.processes(run), tasks, this::witness);
        try {
          jobs.run(ground.plan(run), store, Optional.empty(), ordeal);
        } catch (EnvironmentException e) {
          if (tasks.isEmpty() || !ordeal.isUnderWay()) {
            throw e;
          }
          Fault fault = tasks.remove().fault();
          witness(brokenDown(fault.name(), fault.expectedLabel(), ordeal.spent(), e));
        }
      }
    }
  }

  private Queue<FaultInjectionRun.Task> tasks() {
    var tasks = new ArrayDeque<FaultInjectionRun.Task>();
    for (int round = 0; round < rounds; round++) {
      int step = 1;
      for (Fault fault : Faults.of(ground.backend().name())) {
        tasks.add(new FaultInjectionRun.Task(fault, round, step++));
      }
    }
    return tasks;
  }

  private void stop(Stoppage stoppage, int round) throws InterruptedException {
    var run = new StoppedRun(stoppage, ground.beside(stoppage.name() + round), jobs, round);
    try {
      witness(run.provoke());
    } catch (EnvironmentException e) {
      witness(brokenDown(stoppage.title(), StoppedRun.EXPECTED, Duration.ZERO, e));
    }
  }

  private static InjectionResult brokenDown(
      String fault, String expected, Duration lost, EnvironmentException e) {
    return InjectionResult.brokenDown(
        fault, expected, lost, "The run broke down: " + Messages.line(e.message()));
  }

  private void witness(InjectionResult provocation) {
    provocations
        .computeIfAbsent(provocation.fault(), _ -> new ArrayList<>())
        .add(provocation.seenFrom(folder));
    progress.accept(provocation.fault());
  }
}
