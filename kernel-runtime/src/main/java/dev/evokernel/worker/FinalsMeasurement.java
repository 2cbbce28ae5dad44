package dev.evokernel.worker;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.EnergyMeter;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.Rounds;
import dev.evokernel.measure.Sampling;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * All finalists loaded at once, gated again, and measured in interleaved rounds, with the baselines
 * as guests.
 */
final class FinalsMeasurement {

  /** A finalist on its way through the shapes. */
  private static final class LoadedFinalist {
    final int entrant;
    final Program program;
    final List<Measurement> measurements = new ArrayList<>();

    LoadedFinalist(int entrant, Program program) {
      this.entrant = entrant;
      this.program = program;
    }
  }

  private static final int NOBODY = -1;

  private final Device device;
  private final Kernel kernel;
  private final List<EvaluationEngine.ShapeContext> places;
  private final FinalsSettings settings;
  private final EvaluationEngine.Witness witness;
  private final DisturbanceBackoff.Pause pause;
  private int running = NOBODY;
  private String shape = "";

  FinalsMeasurement(
      Device device,
      Kernel kernel,
      List<EvaluationEngine.ShapeContext> places,
      FinalsSettings settings,
      EvaluationEngine.Witness witness,
      DisturbanceBackoff.Pause pause) {
    this.device = device;
    this.kernel = kernel;
    this.places = places;
    this.settings = settings;
    this.witness = witness;
    this.pause = pause;
  }

  Reply hold(List<Finalist> entrants, BaselineMeasurements guests) {
    var finalists = new ArrayList<LoadedFinalist>();
    try {
      for (int i = 0; i < entrants.size(); i++) {
        enter("load for the finals", i);
        Finalist entrant = entrants.get(i);
        finalists.add(
            new LoadedFinalist(
                i, device.load(kernel(entrant), entrant.configuration(), entrant.binary())));
      }
      var random = new SplittableRandom(settings.seed());
      for (EvaluationEngine.ShapeContext place : places) {
        shape = place.shape().name();
        Optional<Reply> lost =
            hold(
                place,
                finalists,
                guests,
                new Rounds(settings, place.shape().cache(), random.split(), System::nanoTime));
        if (lost.isPresent()) {
          return lost.get();
        }
      }
      return new Reply.FinalsHeld(
          new FinalsResult(
              finalists.stream()
                  .<Outcome>map(finalist -> new Outcome.Measured(finalist.measurements))
                  .toList(),
              guests.readings()));
    } catch (RejectionException e) {
      return new Reply.FinalistLost(running, e.on(shape));
    } finally {
      finalists.forEach(finalist -> finalist.program.close());
    }
  }

  private Kernel kernel(Finalist entrant) {
    return entrant
        .kernelFile()
        .map(file -> KernelReader.readAgain(file, kernel.backend()))
        .orElse(kernel);
  }

  /** Measures every finalist on one shape; the first that is refused ends it. */
  private Optional<Reply> hold(
      EvaluationEngine.ShapeContext place,
      List<LoadedFinalist> finalists,
      BaselineMeasurements guests,
      Rounds rounds) {
    List<BatchTimer> others = guests.open(place); // The gate brings its own inputs afterwards.
    for (LoadedFinalist finalist : finalists) {
      enter("gate of the finals", finalist.entrant);
      VerificationResult before = place.gate().check(place.workspace(), finalist.program);
      if (before instanceof VerificationResult.Refused(Rejected rejection)) {
        return Optional.of(new Reply.FinalistLost(finalist.entrant, rejection));
      }
    }
    List<Sampling> samplings =
        rounds.measure(
            finalists.stream().map(finalist -> timer(place, finalist)).toList(),
            others.stream().map(this::aside).toList(),
            new DisturbanceBackoff(device::state, pause));
    guests.finish(place, samplings.subList(finalists.size(), samplings.size()));
    for (LoadedFinalist finalist : finalists) {
      Sampling sampling = samplings.get(finalist.entrant);
      OptionalDouble joules = energy(place, finalist, sampling);
      enter("gate after the finals", finalist.entrant);
      place.workspace().poison();
      place.workspace().launch(finalist.program);
      switch (place.gate().recheck(place.workspace())) {
        case VerificationResult.Refused(Rejected rejection) -> {
          return Optional.of(new Reply.FinalistLost(finalist.entrant, rejection));
        }
        case VerificationResult.Accepted(List<OutputComparison> accuracy) -> {
          finalist.measurements.add(
              new Measurement(
                  shape,
                  sampling.samples(),
                  sampling.launchesPerSample(),
                  accuracy,
                  place.workspace().resources(finalist.program).orElse(null),
                  joules,
                  sampling.device()));
        }
      }
    }
    return Optional.empty();
  }

  private OptionalDouble energy(
      EvaluationEngine.ShapeContext place, LoadedFinalist finalist, Sampling sampling) {
    if (!settings.energy()) {
      return OptionalDouble.empty();
    }
    enter("energy in the finals", finalist.entrant);
    return new EnergyMeter(device::joules)
        .measure(place.timer(finalist.program, CacheState.HOT), sampling.samples().p50());
  }

  /** The note falls before the launches that settle the caches, never inside a timed sample. */
  private BatchTimer timer(EvaluationEngine.ShapeContext place, LoadedFinalist finalist) {
    BatchTimer timer = place.timer(finalist.program, place.shape().cache());
    return launches -> {
      if (running != finalist.entrant) {
        enter("finals", finalist.entrant);
      }
      return timer.nanos(launches);
    };
  }

  /** The guest's own note takes the place of the last finalist's. */
  private BatchTimer aside(BatchTimer guest) {
    return launches -> {
      running = NOBODY;
      return guest.nanos(launches);
    };
  }

  private void enter(String stage, int entrant) {
    running = entrant;
    witness.sees(stage, shape, entrant);
  }
}
