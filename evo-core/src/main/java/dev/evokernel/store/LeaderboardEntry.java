package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.yaml.Labelled;

/**
 * Row of the leaderboard.
 *
 * @param rank 1 for the best on this kernel, shape and device model
 * @param workload the shape; another size with the same name has a separate leaderboard
 * @param arithmetic of the kernel's multiplications; empty if not recorded
 * @param role in the finals; empty in a run without finals
 * @param bits {@code default} if the outputs have the default's bits, otherwise their digests,
 *     which depend on the run's random seed; empty if unknown
 * @param p50 nanoseconds of one launch
 * @param ratio speed-up over the default of the same run, measured in the same way; empty if that
 *     run did not measure its default
 * @param low end of the ratio's confidence interval; empty without finals
 * @param megahertz core clock of the device while the shape was timed; empty if unknown
 * @param runs number of runs that measured this configuration of this source on the shape
 * @param unfinished whether the run is not finished: its finals may still change
 * @param defaultNanos the fastest p50 of the default in any run, from finals if there are any;
 *     empty if no default was measured
 * @param limits measured limits of the device under the same driver
 */
public record LeaderboardEntry(
    int rank,
    String kernel,
    String backend,
    Workload workload,
    Optional<Arithmetic> arithmetic,
    String run,
    int candidate,
    String origin,
    Optional<Role> role,
    Configuration configuration,
    Optional<String> bits,
    How how,
    double p50,
    double p90,
    int samples,
    OptionalDouble ratio,
    OptionalDouble low,
    OptionalDouble high,
    Provenance provenance,
    Instant started,
    Configuration defaultConfiguration,
    String sourceHash,
    OptionalDouble megahertz,
    int runs,
    boolean unfinished,
    OptionalDouble defaultNanos,
    Optional<MeasuredLimits> limits) {

  /** Difference from the default, up or down, that an interval must exclude to show anything. */
  public static final double MARGIN = 1.03;

  public enum How implements Labelled {
    /** Interleaved with the default in the finals. */
    FINALS,
    /** Measured once by the search, in a run without finals. */
    SEARCH
  }

  public String shape() {
    return workload.shape().name();
  }

  public DeviceIdentity device() {
    return provenance.device();
  }

  /** How the command line names the candidate: {@code RUN/NUMBER}. */
  public String reference() {
    return run + "/" + candidate;
  }

  /**
   * Role in the finals, for example {@code finalist}; {@code best} in a run without finals, and
   * {@code default} for the default configuration.
   */
  public String roleBeside(Configuration theDefault) {
    return configuration.equals(theDefault)
        ? Role.DEFAULT.label()
        : role.map(Role::label).orElse("best");
  }

  /** Whether the speed-up's interval shows nothing: neither faster, nor as fast, nor slower. */
  public boolean isInconclusive() {
    return low.orElse(1) < 1 / MARGIN && high.orElse(1) > MARGIN;
  }

  /** Speed-up over {@link #defaultNanos}, which is equal for all rows of a leaderboard. */
  public OptionalDouble speedUp() {
    return defaultNanos.stream().map(nanos -> nanos / p50).findFirst();
  }
}
