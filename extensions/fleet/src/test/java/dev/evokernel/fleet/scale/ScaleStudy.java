package dev.evokernel.fleet.scale;

import module java.base;

import dev.evokernel.report.RunFiles;
import dev.evokernel.run.Progress;
import dev.evokernel.run.RunEnvironment;
import dev.evokernel.run.RunListener;
import dev.evokernel.run.TuningRun;
import dev.evokernel.simulation.SimulatedKernel;
import dev.evokernel.simulation.SimulatedRun;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.ResultStore;
import org.jspecify.annotations.Nullable;

/**
 * Cost of the coordinator in a long run: a whole run, with journal, database and finals, on a
 * {@link SimulatedKernel} whose device answers at once. Its files are then written and the run is
 * resumed.
 *
 * @param simulated the run, with an empty folder
 * @param stages numbers of evaluations at which the coordinator is measured, ascending; the last is
 *     the budget
 * @param progress receives a line of text for each stage
 */
record ScaleStudy(SimulatedRun simulated, List<Integer> stages, Consumer<String> progress) {

  private static final int FURTHER = 20;

  /**
   * Costs of the run.
   *
   * @param finals from the end of the search to the end of the run
   * @param files writing the run's files
   * @param afterFiles memory after the files were written
   * @param resume from the start of the next session to its first new evaluation
   * @param afterResume memory after that evaluation
   */
  record Result(
      List<ScaleStage> stages,
      Duration finals,
      Duration files,
      ProcessMemory afterFiles,
      Duration resume,
      ProcessMemory afterResume) {

    Result {
      stages = List.copyOf(stages);
    }
  }

  Result measure() throws InterruptedException, IOException {
    int last = stages.getLast();
    try (ResultStore store = ResultStore.open(database())) {
      RunSpec spec = simulated.spec(last);
      ScaleMeter meter = meter(spec, stages);
      run(spec, store, meter).run(Optional.empty(), meter);
      Duration finals = Duration.ofNanos(System.nanoTime() - meter.searched());
      long began = System.nanoTime();
      RunFiles.write(store.pagedHistory(SimulatedRun.ID), List.of(), spec.folder(), ZoneOffset.UTC);
      Duration files = Duration.ofNanos(System.nanoTime() - began);
      ProcessMemory afterFiles = ProcessMemory.now();
      progress.accept("after the finals and the files: " + afterFiles);
      RunSpec longer = simulated.spec(last + FURTHER);
      var further = new FirstEvaluation();
      run(longer, store, meter(longer, List.of()))
          .run(Optional.of(store.resume(SimulatedRun.ID, "")), further);
      progress.accept("after the resume: " + further.memory());
      return new Result(meter.stages(), finals, files, afterFiles, further.after, further.memory());
    }
  }

  private Path database() {
    return simulated.folder().resolve(ResultStore.FILE_NAME);
  }

  private ScaleMeter meter(RunSpec spec, List<Integer> stages) {
    return new ScaleMeter(stages, database(), spec.folder().resolve("search.state"), progress);
  }

  private TuningRun run(RunSpec spec, ResultStore store, ScaleMeter meter) {
    RunEnvironment environment =
        RunEnvironment.simulated(
            spec, InstantSource.system(), System::nanoTime, _ -> simulated.workers());
    return new TuningRun(spec, store, environment.choosing(meter.around(environment.strategy())));
  }

  /** Records time and memory at the first evaluation of a session. */
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

    ProcessMemory memory() {
      return Objects.requireNonNull(memory, "No evaluation ended in the resumed session.");
    }
  }
}
