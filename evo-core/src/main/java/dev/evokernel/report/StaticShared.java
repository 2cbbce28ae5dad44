package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Resources;
import dev.evokernel.store.RunHistory;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a configuration needs what compilers give only to code for one chip alone: for {@code
 * sm_90} they refuse more than 48 KiB of static shared memory, and for {@code sm_90a} they do not.
 */
final class StaticShared {

  private static final int PORTABLE = 48 << 10;

  private StaticShared() {}

  /** A warning about a configuration of a run, where it is due. */
  static Optional<String> warning(RunHistory history, Configuration configuration) {
    return history
        .where(one -> one.configuration().equals(configuration), Optional.empty())
        .stream()
        .flatMap(one -> one.evaluation().stream())
        .map(evaluation -> evaluation.outcome())
        .filter(Measured.class::isInstance)
        .flatMap(outcome -> ((Measured) outcome).measurements().stream())
        .flatMap(measurement -> Optional.ofNullable(measurement.resources()).stream())
        .map(Resources::staticShared)
        .max(Integer::compare)
        .flatMap(StaticShared::warning);
  }

  static Optional<String> warning(int bytes) {
    return bytes <= PORTABLE
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "Its %d bytes of static shared memory compile only for an architecture with its own"
                    + " instructions, such as `-arch=sm_90a`: for `sm_90` and by default a compiler"
                    + " allows %d. `arch: sm_90` in `kernel.yaml` searches among what compiles"
                    + " there.",
                bytes,
                PORTABLE));
  }
}
