package dev.evokernel.config;

import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Objective;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One job, as {@code evo.yaml} describes it, defaults filled in.
 *
 * @param file its {@code evo.yaml}, absolute
 * @param kernel the {@code kernel.yaml}, absolute; whether it is there shows when it is read; what
 *     it says counts for nothing where a recording is replayed
 * @param device {@code auto}, {@code cpu}, {@code cuda}, {@code cuda:0} or {@code replay:FILE}
 * @param shapes the shapes to optimise for; empty for every shape of the kernel
 * @param seeding what generation 0 starts from besides the default
 * @param objective what is minimised; whether its weights are the shapes' shows with the kernel
 * @param sampling how candidates are timed
 * @param results the folder of the database and of every run's files, absolute
 * @param cacheBytes how large the cache of binaries and expected outputs may grow
 * @param prometheus the port for metrics on loopback; empty when they are off
 * @param baselines whether the kernel's baselines are timed beside the finalists
 */
public record Job(
    Path file,
    Path kernel,
    String device,
    List<String> shapes,
    Budget budget,
    SearchOptions search,
    SeedingOptions seeding,
    Objective objective,
    AcceptanceRule acceptance,
    VerificationSettings gate,
    DriftSettings drift,
    Timeouts timeouts,
    SamplingSettings sampling,
    Path results,
    long cacheBytes,
    OptionalInt prometheus,
    BaselineUse baselines) {

  /** What stands before the file of a recording. */
  static final String REPLAY = ReplayBackend.PREFIX;

  public Job {
    shapes = List.copyOf(shapes);
  }

  /** The recording that stands in for a device, and whose kernel is the job's. */
  public Optional<Path> recording() {
    return device.startsWith(REPLAY)
        ? Optional.of(Path.of(device.substring(REPLAY.length())))
        : Optional.empty();
  }

  /**
   * The same job on a recording: on its one shape, without these seeds and weights.
   *
   * @param recording absolute
   */
  public Job replaying(Path recording) {
    return onKernel(recording.resolveSibling("kernel.yaml")).onDevice(REPLAY + recording);
  }

  /**
   * The same job for another kernel, a {@code kernel.yaml} or its folder: on all its shapes,
   * without these seeds, and without weights for these shapes.
   */
  public Job onKernel(Path other) {
    return new Job(
        file,
        JobReader.kernelFile(other),
        device,
        List.of(),
        budget,
        search,
        seeding.onOtherKernel(),
        objective.onOtherShapes(),
        acceptance,
        gate,
        drift,
        timeouts,
        sampling,
        results,
        cacheBytes,
        prometheus,
        baselines);
  }

  /** The same job on another device. */
  public Job onDevice(String other) {
    return new Job(
        file,
        kernel,
        other,
        shapes,
        budget,
        search,
        seeding,
        objective,
        acceptance,
        gate,
        drift,
        timeouts,
        sampling,
        results,
        cacheBytes,
        prometheus,
        baselines);
  }

  /** The same job with another budget. */
  public Job within(Budget other) {
    return new Job(
        file,
        kernel,
        device,
        shapes,
        other,
        search,
        seeding,
        objective,
        acceptance,
        gate,
        drift,
        timeouts,
        sampling,
        results,
        cacheBytes,
        prometheus,
        baselines);
  }

  /** The same job with another search. */
  public Job searching(SearchOptions other) {
    return new Job(
        file,
        kernel,
        device,
        shapes,
        budget,
        other,
        seeding,
        objective,
        acceptance,
        gate,
        drift,
        timeouts,
        sampling,
        results,
        cacheBytes,
        prometheus,
        baselines);
  }

  /** The same job with another generation 0. */
  public Job seededWith(SeedingOptions other) {
    return new Job(
        file,
        kernel,
        device,
        shapes,
        budget,
        search,
        other,
        objective,
        acceptance,
        gate,
        drift,
        timeouts,
        sampling,
        results,
        cacheBytes,
        prometheus,
        baselines);
  }

  /** The same job with its results elsewhere. */
  public Job into(Path other) {
    return new Job(
        file,
        kernel,
        device,
        shapes,
        budget,
        search,
        seeding,
        objective,
        acceptance,
        gate,
        drift,
        timeouts,
        sampling,
        other,
        cacheBytes,
        prometheus,
        baselines);
  }
}
