package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A kernel's inner loop under the kernel's own macros, small enough to be timed in microseconds:
 * what {@code evo microbench} ranks configurations by.
 *
 * @param source what it is compiled from
 * @param shape on which it runs
 * @param arguments in the order of the entry point's signature; on a backend with a grid one more
 *     follows, {@code long long *cycles}, to which every block writes how long it took
 * @param launch with the grid that the shape fills, of which only as much is launched as the device
 *     holds at once; null on a backend without grids
 * @param work what one block does, or one call on a backend without grids, in the unit of the
 *     kernel's flops: over the parameters and the shape, the miniature's or one of the kernel's.
 *     Empty where blocks share the kernel's flops evenly
 */
public record Miniature(
    Source source,
    Shape shape,
    List<Argument> arguments,
    @Nullable LaunchGeometry launch,
    Optional<Expression> work) {

  public Miniature {
    arguments = List.copyOf(arguments);
  }
}
