package dev.evokernel.bench.study;

import dev.evokernel.fleet.Coordinator;
import dev.evokernel.fleet.FleetAddress;
import dev.evokernel.fleet.FleetWorkers;
import dev.evokernel.fleet.OfferedDevice;
import dev.evokernel.fleet.SimulatedHost;
import dev.evokernel.report.RunFiles;
import dev.evokernel.run.Progress;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.TuningRun;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import dev.evokernel.workers.RunWorkers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator costs in a long run: a whole run, with journal, database and finals, on a
 * {@link SimulatedKernel} whose device answers at once. Then its files are written, and the run is
 * resumed.
 */
public final class ScaleStudy {

  /** Of a simulated host. */
  private static final int DEVICES = 8;

  /** Evaluations of the session that resumes the run. */
  private static final int FURTHER = 20;

  /**
   * How the run is.
   *
   * @param shapes that a configuration is timed on
   * @param samples in each measurement
   * @param inFlight evaluations under way at once
   * @param portfolio whether a configuration for each shape is sought
   * @param stages numbers of evaluations at which the coordinator is looked at, ascending; the last
   *     is the budget
   */
  public record Settings(
      int shapes, int samples, int inFlight, boolean portfolio, long seed, List<Integer> stages) {

    public Settings {
      stages = List.copyOf(stages);
    }
  }

  /**
   * What it cost.
   *
   * @param finals from the end of the search to the end of the run
   * @param files until the run's files were written
   * @param afterFiles the memory then
   * @param resume from the begin of the next session to its first new evaluation
   * @param afterResume the memory then
   */
  public record Result(
      List<ScaleStage> stages,
      Duration finals,
      Duration files,
      ProcessMemory afterFiles,
      Duration resume,
      ProcessMemory afterResume) {

    public Result {
      stages = List.copyOf(stages);
    }
  }

  private final Settings settings;
  private final Optional<Coordinator> coordinator;
  private final SimulatedRun simulated;
  private final Consumer<String> progress;

  /** With the device in this process. */
  public ScaleStudy(Settings settings, Path scratch, Consumer<String> progress) {
    this(settings, Optional.empty(), scratch, progress);
  }

  /**
   * @param coordinator that the devices of {@link #hosts} join; empty for a device in this process
   * @param scratch an empty folder
   * @param progress receives a line of text for each stage
   */
  public ScaleStudy(
      Settings settings,
      Optional<Coordinator> coordinator,
      Path scratch,
      Consumer<String> progress) {
    this.settings = settings;
    this.coordinator = coordinator;
    this.simulated =
        new SimulatedRun(
            settings.shapes(),
            settings.samples(),
            settings.inFlight(),
            settings.portfolio(),
            settings.seed(),
            scratch);
    this.progress = progress;
  }

  public Result measure() throws InterruptedException, IOException {
    int last = settings.stages().getLast();
    try (ResultStore store = ResultStore.open(database())) {
      RunSpec spec = simulated.spec(last);
      ScaleMeter meter = meter(spec, settings.stages());
      run(spec, store, meter).run(Optional.empty(), meter);
      Duration finals = Duration.ofNanos(System.nanoTime() - meter.searched());
      long began = System.nanoTime();
      RunFiles.write(store.pagedHistory(SimulatedRun.ID), spec.folder(), ZoneOffset.UTC);
      Duration files = Duration.ofNanos(System.nanoTime() - began);
      ProcessMemory afterFiles = ProcessMemory.now();
      progress.accept("after the finals and the files: " + afterFiles);
      RunSpec longer = simulated.spec(last + FURTHER);
      var further = new FirstEvaluation();
      run(longer, store, meter(longer, List.of()))
          .run(Optional.of(store.resume(SimulatedRun.ID, "")), further);
      progress.accept("after the resume: " + further.memory());
      return new Result(
          meter.stages(), finals, files, afterFiles, further.after(), further.memory());
    }
  }

  private Path database() {
    return simulated.folder().resolve(ResultStore.FILE_NAME);
  }

  private ScaleMeter meter(RunSpec spec, List<Integer> looks) {
    return new ScaleMeter(looks, database(), spec.folder().resolve("search.state"), progress);
  }

  private TuningRun run(RunSpec spec, ResultStore store, ScaleMeter meter) {
    RunEnvironment environment =
        RunEnvironment.simulated(
            spec, InstantSource.system(), System::nanoTime, () -> workers(spec));
    return new TuningRun(spec, store, environment.choosing(meter.around(environment.strategy())));
  }

  private RunWorkers workers(RunSpec spec) throws InterruptedException {
    if (coordinator.isEmpty()) {
      return simulated.workers();
    }
    OfferedDevice model = coordinator.get().first("a simulated device", _ -> true);
    return FleetWorkers.start(spec, coordinator.get(), model);
  }

  /**
   * Hosts of simulated devices, joined to the coordinator of a study.
   *
   * @param devices of all of them, {@value #DEVICES} at most on each
   * @param evaluation what an evaluation takes on one of them, in real time
   */
  public static List<SimulatedHost> hosts(
      Settings settings,
      FleetAddress coordinator,
      String evoVersion,
      int devices,
      Duration evaluation) {
    var answers =
        new SimulatedWorkers(
            SimulatedKernel.of(settings.shapes(), Path.of(".")), settings.samples());
    var hosts = new ArrayList<SimulatedHost>();
    for (int left = devices; left > 0; left -= DEVICES) {
      hosts.add(
          new SimulatedHost(
              coordinator,
              evoVersion,
              "simulated-" + hosts.size(),
              Math.min(left, DEVICES),
              answers,
              SimulatedWorkers::program,
              evaluation));
    }
    return hosts;
  }

  /** Notes when the first evaluation of a session ended, and the memory then. */
  private static final class FirstEvaluation implements RunListener {

    private final long began = System.nanoTime();
    private @Nullable ProcessMemory memory;
    private Duration after = Duration.ZERO;

    @Override
    public void evaluated(Evaluation evaluation, Progress progress) {
      if (memory == null) {
        after = Duration.ofNanos(System.nanoTime() - began);
        memory = ProcessMemory.now();
      }
    }

    Duration after() {
      return after;
    }

    ProcessMemory memory() {
      return Objects.requireNonNull(memory, "No evaluation ended in the resumed session.");
    }
  }
}
