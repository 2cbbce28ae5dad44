package dev.evokernel.lab.selftest;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.run.evaluation.RunEnvironment;
import dev.evokernel.store.ResultStore;

/**
 * Injects every fault on one device and reports the outcomes.
 *
 * <p>One run injects all faults of candidates. If a fault breaks the run down, another run injects
 * the rest. Faults that must stop a run have their own runs.
 */
final class SelfTest {

  /** Maximum number of rounds: the fault kernel has distinct programs for so many. */
  static final int MOST_ROUNDS = 32;

  private final Path folder;
  private final SelfTestFolder ground;
  private final int rounds;
  private final Jobs jobs;
  private final Consumer<String> progress;
  private final SequencedMap<String, List<InjectionResult>> results = new LinkedHashMap<>();

  /**
   * Unpacks the fault kernel.
   *
   * @param folder empty folder for the kernel, the results and the compiled candidates
   * @param rounds injections of each fault, from 1 to {@link #MOST_ROUNDS}
   * @param progress receives the name of each injected fault
   * @throws EnvironmentException if the folder cannot be written
   */
  public SelfTest(
      Path folder, Backend backend, DeviceIdentity device, int rounds, Consumer<String> progress) {
    this.folder = folder;
    this.ground = SelfTestFolder.in(folder, "results", ShippedSources::fault, backend, device);
    this.rounds = rounds;
    this.jobs = new Jobs(plan -> RunEnvironment.ofThisMachine(plan, InstantSource.system()));
    this.progress = progress;
  }

  /**
   * Injects all faults.
   *
   * @throws InterruptedException if {@link #stop} was called
   * @throws EnvironmentException if a healthy candidate cannot be measured
   */
  public List<FaultLine> run() throws InterruptedException {
    injectFaults();
    for (StoppedRun.Stoppage stoppage : StoppedRun.Stoppage.values()) {
      for (int round = 0; round < rounds; round++) {
        stop(stoppage, round);
      }
    }
    return results.values().stream().map(FaultLine::of).toList();
  }

  /** Stops {@link #run} from any thread. */
  public void stop() {
    jobs.stop();
  }

  private void injectFaults() throws InterruptedException {
    Queue<FaultInjectionRun.Task> tasks = tasks();
    try (ResultStore store = ResultStore.open(ground.database())) {
      for (int attempt = 1; !tasks.isEmpty(); attempt++) {
        String run = "faults-" + attempt;
        var injections = new FaultInjectionRun(store, run, ground.processes(run), tasks, this::add);
        try {
          jobs.run(ground.plan(run), store, Optional.empty(), injections);
        } catch (EnvironmentException e) {
          if (tasks.isEmpty() || !injections.isUnderWay()) {
            throw e;
          }
          Fault fault = tasks.remove().fault();
          add(
              InjectionResult.brokenDown(
                  fault.name(), fault.expectedLabel(), injections.spent(), e));
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

  private void stop(StoppedRun.Stoppage stoppage, int round) throws InterruptedException {
    var run = new StoppedRun(stoppage, ground.beside(stoppage.name() + round), jobs, round);
    try {
      add(run.inject());
    } catch (EnvironmentException e) {
      add(InjectionResult.brokenDown(stoppage.title(), StoppedRun.EXPECTED, Duration.ZERO, e));
    }
  }

  private void add(InjectionResult result) {
    results.computeIfAbsent(result.fault(), _ -> new ArrayList<>()).add(result.seenFrom(folder));
    progress.accept(result.fault());
  }
}
