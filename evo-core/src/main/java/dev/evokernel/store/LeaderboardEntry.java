package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Configuration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One row of the leaderboard.
 *
 * @param rank 1 for the fastest p50 on this kernel, shape and device model
 * @param workload the shape; another size under the same name is another leaderboard
 * @param candidate its number in the run
 * @param role what it was in the finals; empty in a run without
 * @param p50 nanoseconds
 * @param p90 nanoseconds
 * @param samples how many there are behind p50 and p90
 * @param speedUp over the default of the same run, measured in the same way; empty for a run whose
 *     default configuration was not
 * @param speedUpLow lower end of its interval, where the finals gave one
 * @param speedUpHigh upper end of its interval
 * @param when the run began
 * @param arithmetic in which the kernel multiplies; empty for a run before that was written down
 * @param limits what its device can do, where that was measured under the same driver
 */
public record LeaderboardEntry(
    int rank,
    String kernel,
    Workload workload,
    String backend,
    DeviceIdentity device,
    String run,
    int candidate,
    String origin,
    Optional<Role> role,
    How how,
    Configuration configuration,
    double p50,
    double p90,
    int samples,
    OptionalDouble speedUp,
    OptionalDouble speedUpLow,
    OptionalDouble speedUpHigh,
    String compiler,
    Optional<Commit> commit,
    Instant when,
    Optional<Arithmetic> arithmetic,
    Optional<MeasuredLimits> limits) {

  public String shape() {
    return workload.shape().name();
  }

  /** Where the numbers come from. */
  public enum How {
    /** Re-measured, interleaved with the default. */
    FINALS,
    /** Measured once on the way, in a run that has no finals yet. */
    SEARCH;

    /** For example {@code finals}. */
    public String label() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }
}
