package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Configuration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One row of the leaderboard.
 *
 * @param rank 1 for the fastest p50 on this kernel, shape and device model
 * @param timing the time on the shape, and how it was measured
 * @param provenance of the run
 * @param started when the run began
 * @param circumstances what else tells it from other rows
 * @param limits of its device, where they were measured under the same driver
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
   * What tells rows apart that are otherwise alike.
   *
   * @param theDefault the default configuration of its run
   * @param sourceHash of the kernel's files
   * @param megahertz the clock of the device's cores while the shape was timed; empty where unknown
   * @param runs how many runs measured this configuration of this source on the shape
   * @param reference the fastest p50 that any run has of its default, in nanoseconds, from finals
   *     where there were some; empty where no default was measured
   */
  public record Circumstances(
      Configuration theDefault,
      String sourceHash,
      OptionalDouble megahertz,
      int runs,
      OptionalDouble reference) {}

  /**
   * What was timed.
   *
   * @param kernel its name
   * @param workload the shape; another size under the same name is another leaderboard
   * @param arithmetic in which the kernel multiplies; empty where it is not recorded
   */
  public record RankedTask(
      String kernel, String backend, Workload workload, Optional<Arithmetic> arithmetic) {}

  /**
   * The candidate that holds the rank.
   *
   * @param run its id
   * @param number of the candidate in the run
   * @param role in the finals; empty in a run without
   */
  public record RankedCandidate(
      String run, int number, String origin, Optional<Role> role, Configuration configuration) {

    /** As {@link Candidate#reference}. */
    public String reference() {
      return run + "/" + number;
    }
  }

  /**
   * The time of one launch.
   *
   * @param p50 nanoseconds
   * @param p90 nanoseconds
   * @param samples behind p50 and p90
   * @param speedUp over the default of the same run, measured in the same way; empty for a run
   *     whose default was not
   * @param low end of the speed-up's interval, where the finals gave one
   * @param high end of the interval
   */
  public record RankedTime(
      How how,
      double p50,
      double p90,
      int samples,
      OptionalDouble speedUp,
      OptionalDouble low,
      OptionalDouble high) {}

  /** Where a time comes from. */
  public enum How {
    /** Measured in the finals, interleaved with the default. */
    FINALS,
    /** Measured once by the search, in a run that has no finals yet. */
    SEARCH;

    /** For example {@code finals}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public String kernel() {
    return task.kernel();
  }

  public Workload workload() {
    return task.workload();
  }

  /** The name of the shape. */
  public String shape() {
    return workload().shape().name();
  }

  public DeviceIdentity device() {
    return provenance.device();
  }

  /** The id of the run. */
  public String run() {
    return ranked.run();
  }

  /** The candidate's number in the run. */
  public int candidate() {
    return ranked.number();
  }

  /** As {@link Candidate#reference}. */
  public String reference() {
    return ranked.reference();
  }

  public Optional<Role> role() {
    return ranked.role();
  }

  /**
   * What the finals made of it, for example {@code finalist}; {@code best} in a run without finals.
   *
   * @param theDefault the default configuration, whatever role it had
   */
  public String roleBeside(Configuration theDefault) {
    return configuration().equals(theDefault)
        ? Role.DEFAULT.label()
        : role().map(Role::label).orElse("best");
  }

  public Configuration configuration() {
    return ranked.configuration();
  }

  /** Nanoseconds for one launch. */
  public double p50() {
    return timing.p50();
  }

  /** How many times as fast as {@link Circumstances#reference}, which is the same for all rows. */
  public OptionalDouble speedUp() {
    OptionalDouble reference = circumstances.reference();
    return reference.isPresent()
        ? OptionalDouble.of(reference.getAsDouble() / p50())
        : OptionalDouble.empty();
  }
}
