package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.Optional;

/**
 * Inner loop of a kernel under the kernel's macros, timed in microseconds. {@code evo microbench}
 * ranks configurations by it.
 *
 * @param entryPoint source and call. On a backend with grids, an extra last argument {@code long
 *     long *cycles} receives the duration of each block, and the launch is cut to the blocks that
 *     the device holds at once
 * @param work work of one block, or of one call without grids, in the unit of the kernel's flops:
 *     an expression over the parameters and a shape of the miniature or the kernel. If empty,
 *     blocks share the kernel's flops evenly
 */
public record Miniature(EntryPoint entryPoint, Shape shape, Optional<Expression> work) {}
