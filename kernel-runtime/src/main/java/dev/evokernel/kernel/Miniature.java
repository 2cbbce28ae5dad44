package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.Optional;

/**
 * A kernel's inner loop under the kernel's own macros, small enough to be timed in microseconds:
 * what {@code evo microbench} ranks configurations by.
 *
 * @param entryPoint what it is compiled from and how it is called. On a backend with a grid one
 *     more argument follows its signature, {@code long long *cycles}, to which every block writes
 *     how long it took; and of the grid that the shape fills, as much is launched as the device
 *     holds at once
 * @param shape on which it runs
 * @param work what one block does, or one call on a backend without grids, in the unit of the
 *     kernel's flops: over the parameters and the shape, the miniature's or one of the kernel's.
 *     Empty where blocks share the kernel's flops evenly
 */
public record Miniature(EntryPoint entryPoint, Shape shape, Optional<Expression> work) {}
