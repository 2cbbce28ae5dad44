package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ToolProcess;
import dev.evokernel.backend.reference.ReferenceInputs;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;
import org.jspecify.annotations.Nullable;

/**
 * Baselines that are timed together with candidates, all running at once.
 *
 * <p>Baselines read the inputs from files of a draft folder, which the next process deletes after a
 * kill.
 */
public final class Baselines implements AutoCloseable {

  private final EvaluationEngine engine;
  private final InputSet inputSet;
  private final List<BaselineRunner> runners = new ArrayList<>();
  private List<BaselineRunner> ready = List.of();
  private @Nullable Draft draft;

  /** Starts the baselines that did not start ahead. */
  Baselines(List<String> names, EvaluationEngine engine) {
    this.engine = engine;
    this.inputSet = InputSet.usual(engine.job().inputSeeds().getFirst());
    Kernel kernel = engine.kernel();
    for (String name : names) {
      entered("starting baseline '" + name + "'", "", runners.size());
      runners.add(
          kernel.baselines().stream()
              .filter(declared -> declared.name().equals(name))
              .findFirst()
              .map(baseline -> BaselineRunner.start(baseline, engine))
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "Kernel '" + kernel.name() + "' has no baseline '" + name + "'.")));
    }
    engine.ahead().values().forEach(ToolProcess::close); // The finals do not ask for these.
    engine.ahead().clear();
  }

  /**
   * Returns the position of a baseline in progress replies: −1, −2 and so on. Finalists count from
   * 0.
   */
  public static int number(int position) {
    return -1 - position;
  }

  /**
   * Opens a shape in every baseline, side by side, and compares the outputs with the reference.
   * Returns a timer for each that can be timed. The workspace may hold other inputs afterwards.
   */
  List<BatchTimer> open(ShapeContext context, Duration patience) {
    if (runners.isEmpty()) {
      return List.of();
    }
    Path exchange = exchange(context);
    long began = System.nanoTime();
    runners.forEach(runner -> runner.begin(context, exchange, patience));
    var opened = new ArrayList<BaselineRunner>();
    var timers = new ArrayList<BatchTimer>();
    for (int i = 0; i < runners.size(); i++) {
      BaselineRunner runner = runners.get(i);
      int position = i;
      Runnable entering =
          () -> entered("baseline '" + runner.name() + "'", context.shape().name(), position);
      entering.run();
      context.workspace().choose(engine.kernel().defaultConfiguration());
      context.workspace().prepare(inputSet);
      Duration left = patience.minusNanos(System.nanoTime() - began);
      if (runner.open(context, exchange, left)) {
        opened.add(runner);
        timers.add(
            launches -> {
              entering.run();
              return runner.nanos(launches);
            });
      }
    }
    ready = opened;
    return timers;
  }

  /** The samplings are in the order of the timers that {@link #open} returned. */
  void finish(ShapeContext context, List<Sampling> samplings) {
    Kernel kernel = engine.kernel();
    long units = kernel.units(kernel.defaultConfiguration(), context.shape());
    for (int i = 0; i < ready.size(); i++) {
      ready.get(i).finish(context.shape().name(), samplings.get(i), units);
    }
  }

  List<BaselineReading> readings() {
    return runners.stream().flatMap(runner -> runner.readings().stream()).toList();
  }

  @Override
  public void close() {
    runners.forEach(BaselineRunner::close);
    try {
      deleteInputs();
    } catch (IOException e) {
      // The next process deletes the folder.
    }
  }

  private void deleteInputs() throws IOException {
    if (draft != null) {
      draft.close();
    }
  }

  private void entered(String stage, String shape, int position) {
    engine.listener().entered(stage, shape, number(position));
  }

  private Path exchange(ShapeContext context) {
    Kernel typed = engine.kernel().typed(engine.kernel().defaultConfiguration());
    Path cache = engine.job().reference().cache();
    try {
      deleteInputs();
      Draft fresh = new CacheFolder(cache).draft();
      draft = fresh;
      Files.createDirectory(fresh.path());
      new ReferenceInputs(typed, context.shape(), inputSet).write(fresh.path());
      return fresh.path();
    } catch (IOException e) {
      throw new EnvironmentException(
          "The inputs of baselines cannot be written below %s: %s. Free space there or make the folder writable."
              .formatted(cache, e.getMessage()),
          e);
    }
  }
}
