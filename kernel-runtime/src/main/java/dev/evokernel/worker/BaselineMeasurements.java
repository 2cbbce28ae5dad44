package dev.evokernel.worker;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.CacheFolder;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.Draft;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.InputSet;
import dev.evokernel.backend.ReferenceInputs;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.BaselineReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The baselines that are timed beside candidates, all of them alive at once.
 *
 * <p>They get the inputs in files of a draft folder, which a killed process leaves to be tidied up.
 */
final class BaselineMeasurements implements AutoCloseable {

  private final Kernel kernel;
  private final InputSet draw;
  private final EvaluationEngine.Witness witness;
  private final Draft draft;
  private final List<BaselineMeasurement> guests;
  private List<BaselineMeasurement> ready = List.of();

  private BaselineMeasurements(
      Kernel kernel,
      InputSet draw,
      EvaluationEngine.Witness witness,
      Draft draft,
      List<BaselineMeasurement> guests) {
    this.kernel = kernel;
    this.draw = draw;
    this.witness = witness;
    this.draft = draft;
    this.guests = guests;
  }

  /**
   * Starts them all.
   *
   * @param names some of the kernel's baselines
   * @param grace told before each answer that may take long
   * @throws EnvironmentException if the folder cannot be made
   */
  static BaselineMeasurements invite(
      List<String> names,
      Device device,
      Kernel kernel,
      DeviceJob job,
      EvaluationEngine.Witness witness,
      CommandBaselineRunner.Grace grace) {
    try {
      Draft draft = new CacheFolder(job.reference().cache()).draft();
      Files.createDirectory(draft.path());
      var guests = new ArrayList<BaselineMeasurement>();
      for (String name : names) {
        witness.sees("start baseline '" + name + "'", "", number(guests.size()));
        Baseline baseline =
            kernel.extras().baselines().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("No baseline '" + name + "'."));
        Supplier<BaselineRunner> start =
            switch (baseline) {
              case Baseline.Compiled compiled ->
                  () -> CompiledBaselineRunner.of(compiled, device, kernel, job);
              case Baseline.Command command ->
                  () ->
                      new CommandBaselineRunner(
                          BaselineProcess.start(
                              command.words(),
                              kernel.folder(),
                              Backend.named(job.backend()).compilingDisturbsTiming(),
                              draft.path().resolve(name + ".log")),
                          command,
                          kernel,
                          device.identity(),
                          grace);
            };
        guests.add(BaselineMeasurement.invite(baseline, start));
      }
      return new BaselineMeasurements(
          kernel, InputSet.usual(job.seeds().getFirst()), witness, draft, guests);
    } catch (IOException e) {
      throw broken(job.reference().cache(), e);
    }
  }

  /** How progress notes tell the guests from the finalists: −1, −2 and so on. */
  static int number(int guest) {
    return -1 - guest;
  }

  /**
   * Has them get ready on a shape and compares what they compute with the reference; the place's
   * workspace holds other inputs afterwards, maybe.
   *
   * @return a clock around each that can be timed
   */
  List<BatchTimer> open(EvaluationEngine.ShapeContext place) {
    if (guests.isEmpty()) {
      return List.of();
    }
    Path exchange = exchange(place);
    var opened = new ArrayList<BaselineMeasurement>();
    var timers = new ArrayList<BatchTimer>();
    for (int i = 0; i < guests.size(); i++) {
      BaselineMeasurement guest = guests.get(i);
      sees(i, place.shape().name());
      place.workspace().prepare(draw);
      if (guest.open(place, exchange)) {
        int number = i;
        BatchTimer timer = guest.timer();
        opened.add(guest);
        timers.add(
            launches -> {
              sees(number, place.shape().name());
              return timer.nanos(launches);
            });
      }
    }
    ready = opened;
    return timers;
  }

  /**
   * @param samplings one for each clock that {@link #open} gave, in their order
   */
  void finish(EvaluationEngine.ShapeContext place, List<Sampling> samplings) {
    for (int i = 0; i < ready.size(); i++) {
      ready.get(i).finish(place.shape().name(), samplings.get(i));
    }
  }

  /** Baseline by baseline, in the order of their names; each shape by shape. */
  List<BaselineReading> readings() {
    return guests.stream().flatMap(guest -> guest.readings().stream()).toList();
  }

  @Override
  public void close() {
    guests.forEach(BaselineMeasurement::close);
    try {
      draft.close();
    } catch (IOException e) {
      // The next process tidies it up.
    }
  }

  private void sees(int guest, String shape) {
    witness.sees("baseline '" + guests.get(guest).baseline().name() + "'", shape, number(guest));
  }

  /** A folder with the inputs of this shape alone. */
  private Path exchange(EvaluationEngine.ShapeContext place) {
    Path folder = draft.path().resolve("exchange");
    try {
      Draft.delete(folder);
      Files.createDirectory(folder);
      new ReferenceInputs(kernel, place.shape(), draw).write(folder);
      return folder;
    } catch (IOException e) {
      throw broken(folder, e);
    }
  }

  private static EnvironmentException broken(Path folder, IOException e) {
    return new EnvironmentException(
        "The inputs of baselines cannot be written below %s: %s. Maybe make room there, or make it writable."
            .formatted(folder, e.getMessage()),
        e);
  }
}
