package dev.evokernel.store.run;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.store.record.Arithmetic;
import dev.evokernel.store.record.Provenance;
import dev.evokernel.store.record.Role;

/**
 * Row of the leaderboard.
 *
 * @param rank 1 for the best on this kernel, shape and device model
 * @param timing the time on the shape
 * @param started when the run began
 * @param limits measured limits of the device under the same driver
 */
public record LeaderboardEntry(
    int rank,
    RankedTask task,
    RankedCandidate ranked,
    RankedTime timing,
    Provenance provenance,
    Instant started,
    Circumstances circumstances,
    Optional<MeasuredLimits> limits) {

  /**
   * Further facts about a row.
   *
   * @param theDefault the default configuration of the run
   * @param sourceHash of the kernel's files
   * @param megahertz core clock of the device while the shape was timed; empty if unknown
   * @param runs number of runs that measured this configuration of this source on the shape
   * @param isUnfinished whether the run is not finished: its finals may still change
   * @param reference the fastest p50 of the default in any run, in nanoseconds, from finals if
   *     there are any; empty if no default was measured
   */
  public record Circumstances(
      Configuration theDefault,
      String sourceHash,
      OptionalDouble megahertz,
      int runs,
      boolean isUnfinished,
      OptionalDouble reference) {}

  /**
   * Kernel and shape of a row.
   *
   * @param workload the shape; another size with the same name has a separate leaderboard
   * @param arithmetic of the kernel's multiplications; empty if not recorded
   */
  public record RankedTask(
      String kernel, String backend, Workload workload, Optional<Arithmetic> arithmetic) {}

  /**
   * Candidate of a row.
   *
   * @param run its id
   * @param number of the candidate in the run
   * @param role in the finals; empty in a run without finals
   * @param bits {@code default} if the outputs have the default's bits, otherwise their digests,
   *     which depend on the run's random seed; empty if unknown
   */
  public record RankedCandidate(
      String run,
      int number,
      String origin,
      Optional<Role> role,
      Configuration configuration,
      Optional<String> bits) {

    public String reference() {
      return run + "/" + number;
    }
  }

  /**
   * Time of one launch.
   *
   * @param p50 nanoseconds
   * @param p90 nanoseconds
   * @param samples behind p50 and p90
   * @param speedUp over the default of the same run, measured in the same way; empty if that run
   *     did not measure its default
   * @param low end of the speed-up's confidence interval; empty without finals
   * @param high end of that interval
   */
  public record RankedTime(
      How how,
      double p50,
      double p90,
      int samples,
      OptionalDouble speedUp,
      OptionalDouble low,
      OptionalDouble high) {}

  /** Kind of measurement. */
  public enum How implements Labelled {
    /** Interleaved with the default in the finals. */
    FINALS,
    /** Measured once by the search, in a run without finals. */
    SEARCH
  }

  public String kernel() {
    return task.kernel();
  }

  public Workload workload() {
    return task.workload();
  }

  public String shape() {
    return workload().shape().name();
  }

  public DeviceIdentity device() {
    return provenance.device();
  }

  public String run() {
    return ranked.run();
  }

  public int candidate() {
    return ranked.number();
  }

  public String reference() {
    return ranked.reference();
  }

  public Optional<Role> role() {
    return ranked.role();
  }

  /**
   * Role in the finals, for example {@code finalist}; {@code best} in a run without finals, and
   * {@code default} for the default configuration.
   */
  public String roleBeside(Configuration theDefault) {
    return configuration().equals(theDefault)
        ? Role.DEFAULT.label()
        : role().map(Role::label).orElse("best");
  }

  public Configuration configuration() {
    return ranked.configuration();
  }

  /** Difference from the default, up or down, that an interval must exclude to show anything. */
  public static final double MARGIN = 1.03;

  /** Whether the speed-up's interval shows nothing: neither faster, nor as fast, nor slower. */
  public boolean isInconclusive() {
    return timing.low().orElse(1) < 1 / MARGIN && timing.high().orElse(1) > MARGIN;
  }

  /** Nanoseconds of one launch. */
  public double p50() {
    return timing.p50();
  }

  /**
   * Speed-up over {@link Circumstances#reference}, which is equal for all rows of a leaderboard.
   */
  public OptionalDouble speedUp() {
    OptionalDouble reference = circumstances.reference();
    return reference.isPresent()
        ? OptionalDouble.of(reference.getAsDouble() / p50())
        : OptionalDouble.empty();
  }
}
