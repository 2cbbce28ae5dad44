package dev.evokernel.report.text;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Resources;
import dev.evokernel.store.query.RunHistory;
import java.util.Optional;

/**
 * Warning about static shared memory above 48 KiB: compilers accept it for {@code sm_90a}, but not
 * for {@code sm_90}.
 */
public final class StaticShared {

  private static final int PORTABLE = 48 << 10;

  private StaticShared() {}

  /** The warning for a configuration of a run, if it applies. */
  public static Optional<String> warning(RunHistory history, Configuration configuration) {
    return history
        .where(known -> known.configuration().equals(configuration), Optional.empty())
        .stream()
        .flatMap(candidate -> candidate.measured().stream())
        .flatMap(measured -> measured.measurements().stream())
        .flatMap(measurement -> Optional.ofNullable(measurement.resources()).stream())
        .map(Resources::staticShared)
        .max(Integer::compare)
        .flatMap(StaticShared::warning);
  }

  static Optional<String> warning(int bytes) {
    return bytes <= PORTABLE
        ? Optional.empty()
        : Optional.of(
            "The %d B of static shared memory compile only with an architecture-specific target such as `-arch=sm_90a`; `sm_90` and the default allow %d B. To search only configurations for `sm_90`, write `arch: sm_90` in `kernel.yaml`."
                .formatted(bytes, PORTABLE));
  }
}
