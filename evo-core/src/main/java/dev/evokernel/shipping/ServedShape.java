package dev.evokernel.shipping;

import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.SpeedUp;
import java.util.Optional;

/**
 * A shape of the run, and what serves it.
 *
 * @param position of the configuration
 * @param samples of the configuration; empty where it was not measured there
 * @param theDefault the default's
 * @param speedUp over the default; empty for the default itself and without finals
 */
record ServedShape(
    Shape shape,
    int position,
    Optional<Samples> samples,
    Optional<Samples> theDefault,
    Optional<SpeedUp> speedUp) {}
