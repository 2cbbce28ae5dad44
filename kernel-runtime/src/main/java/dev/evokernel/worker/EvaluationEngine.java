package dev.evokernel.worker;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.gate.CorrectnessGate;
import dev.evokernel.gate.PacedWorkspace;
import dev.evokernel.gate.VerificationResult;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.measure.EnergyMeter;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.Sampler;
import dev.evokernel.measure.Sampling;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * An opened device with every shape laid out: where candidates are gated and timed.
 *
 * <p>A candidate passes the gate on every shape before it is timed on any, since a wrong one is
 * found in milliseconds.
 */
final class EvaluationEngine {

  /** One shape, its arguments on the device, and its gate. */
  record ShapeContext(Shape shape, Workspace workspace, CorrectnessGate gate) {

    /**
     * Runs the reference for every seed.
     *
     * @throws EnvironmentException if it fails
     */
    static ShapeContext prepare(
        Device device, Kernel kernel, Shape shape, DeviceJob job, Witness witness) {
      try {
        Workspace workspace = device.workspace(kernel, shape, job.reference());
        for (long seed : job.seeds()) {
          witness.sees("prepare the reference", shape.name(), 0);
          workspace.prepare(seed);
        }
        return new ShapeContext(shape, workspace, new CorrectnessGate(kernel, shape, job.seeds()));
      } catch (RejectionException e) {
        throw new EnvironmentException(
            "The reference of kernel '%s' failed on shape %s: %s"
                .formatted(kernel.name(), shape, e.getMessage()),
            e);
      }
    }

    /** What makes a wrong candidate pass with the inputs that were prepared last. */
    List<String> weaknesses(Kernel kernel) {
      return kernel.outputs().stream()
          .flatMap(
              output ->
                  workspace.expected().stream()
                      .filter(spread -> spread.argument().equals(output.name()))
                      .flatMap(
                          spread ->
                              spread
                                  .weakness(
                                      kernel
                                          .correctness()
                                          .tolerances()
                                          .getOrDefault(output.type(), new Tolerance(0, 0)))
                                  .stream()))
          .map(weakness -> "on shape '%s' %s".formatted(shape.name(), weakness))
          .toList();
    }

    BatchTimer timer(Program program, CacheState cache) {
      return switch (cache) {
        case HOT -> launches -> workspace.time(program, launches);
        case COLD -> launches -> workspace.timeCold(program, launches);
      };
    }
  }

  /** Told before each stage. */
  @FunctionalInterface
  interface Witness {
    void sees(String stage, String shape, int entrant);
  }

  private final Device device;
  private final Kernel kernel;
  private final List<ShapeContext> places;
  private final DeviceJob job;
  private final Witness witness;
  private final DisturbanceBackoff.Pause pause;
  private final CommandBaselineRunner.Grace grace;

  EvaluationEngine(
      Device device,
      Kernel kernel,
      List<ShapeContext> places,
      DeviceJob job,
      Witness witness,
      DisturbanceBackoff.Pause pause,
      CommandBaselineRunner.Grace grace) {
    this.device = device;
    this.kernel = kernel;
    this.places = List.copyOf(places);
    this.job = job;
    this.witness = witness;
    this.pause = pause;
    this.grace = grace;
  }

  Reply evaluate(Request.Evaluate request) {
    var laps = new StageTimer(System::nanoTime);
    Outcome outcome = outcome(request, request.sampling().orElse(job.sampling()), laps);
    boolean strayed =
        outcome instanceof Rejected rejected && rejected.reason() == Rejection.OUT_OF_BOUNDS_WRITE;
    return new Reply.Evaluated(outcome, laps.spent(), strayed || !device.usable());
  }

  Reply finals(Request.HoldFinals request) {
    FinalsSettings settings = request.settings();
    try (BaselineMeasurements guests = invite(request.baselines())) {
      return new FinalsMeasurement(device, kernel, places, settings, witness, pause)
          .hold(request.entrants(), guests);
    }
  }

  /** One baseline by itself on every shape, sampled as a candidate is. */
  Reply baseline(String name) {
    try (BaselineMeasurements guests = invite(List.of(name))) {
      for (ShapeContext place : places) {
        var sampler = new Sampler(job.sampling(), place.shape().cache(), System::nanoTime);
        guests.finish(
            place,
            guests.open(place).stream()
                .map(
                    timer ->
                        sampler.sample(
                            timer,
                            OptionalDouble.empty(),
                            new DisturbanceBackoff(device::state, pause)))
                .toList());
      }
      return new Reply.BaselineMeasured(guests.readings());
    }
  }

  private BaselineMeasurements invite(List<String> baselines) {
    return BaselineMeasurements.invite(baselines, device, kernel, job, witness, grace);
  }

  private Outcome outcome(Request.Evaluate request, SamplingSettings settings, StageTimer laps) {
    Map<String, Double> best = request.best();
    String shape = "";
    witness.sees("load", shape, 0);
    try (Program program = device.load(kernel, request.configuration(), request.binary())) {
      laps.enter(StageTimer.Stage.CHECK);
      for (ShapeContext place : places) {
        shape = place.shape().name();
        witness.sees("gate", shape, 0);
        var paced = new PacedWorkspace(place.workspace(), fastest(best, shape), System::nanoTime);
        if (place.gate().check(paced, program)
            instanceof VerificationResult.Refused(Rejected rejection)) {
          return rejection;
        }
      }
      List<Measurement> measurements = new ArrayList<>();
      for (ShapeContext place : places) {
        shape = place.shape().name();
        witness.sees("time", shape, 0);
        laps.enter(StageTimer.Stage.TIME);
        CacheState found = settings.on(place.shape()).cache();
        Sampling taken =
            new Sampler(settings, found, System::nanoTime)
                .sample(
                    place.timer(program, found),
                    fastest(best, shape),
                    new DisturbanceBackoff(device::state, pause));
        OptionalDouble joules =
            settings.sample().energy()
                ? energy(place, program, taken.samples().p50())
                : OptionalDouble.empty();
        laps.enter(StageTimer.Stage.CHECK);
        switch (place.gate().recheck(place.workspace())) {
          case VerificationResult.Refused(Rejected rejection) -> {
            return rejection;
          }
          case VerificationResult.Accepted(List<OutputComparison> accuracy) ->
              measurements.add(
                  new Measurement(
                      shape,
                      taken.samples(),
                      taken.launchesPerSample(),
                      accuracy,
                      place.workspace().resources(program).orElse(null),
                      joules,
                      taken.device()));
        }
      }
      laps.enter(StageTimer.Stage.LOAD);
      return new Outcome.Measured(measurements);
    } catch (RejectionException e) {
      return e.on(shape);
    }
  }

  /** Of launches one after the other, whatever caches samples are taken from. */
  private OptionalDouble energy(ShapeContext place, Program program, double nanosOfALaunch) {
    witness.sees("measure energy", place.shape().name(), 0);
    return new EnergyMeter(device::joules)
        .measure(place.timer(program, CacheState.HOT), nanosOfALaunch);
  }

  private static OptionalDouble fastest(Map<String, Double> best, String shape) {
    Double fastest = best.get(shape);
    return fastest == null ? OptionalDouble.empty() : OptionalDouble.of(fastest);
  }
}
