package dev.evokernel.shipping;

import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.SpeedUp;
import java.util.Optional;

/**
 * Shape of the run with the configuration that serves it.
 *
 * @param samples times of the configuration; empty if it was not measured on this shape
 * @param speedUp over the default; empty for the default itself and without finals
 */
record ServedShape(
    Shape shape,
    int position,
    Optional<Samples> samples,
    Optional<Samples> theDefault,
    Optional<SpeedUp> speedUp) {}
