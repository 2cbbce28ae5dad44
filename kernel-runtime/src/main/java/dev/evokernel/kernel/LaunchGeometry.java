package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.List;

/**
 * How a grid kernel is launched. A backend without grids, such as {@code cpu}, has none: its entry
 * point is called once for a launch.
 *
 * @param grid one to three integer expressions, in blocks
 * @param block one to three integer expressions, in threads
 * @param sharedBytes dynamic shared memory of a block, in bytes
 */
public record LaunchGeometry(
    List<Expression> grid, List<Expression> block, Expression sharedBytes) {
  public LaunchGeometry {
    grid = List.copyOf(grid);
    block = List.copyOf(block);
  }
}
