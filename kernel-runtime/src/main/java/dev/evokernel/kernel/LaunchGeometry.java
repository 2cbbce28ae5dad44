package dev.evokernel.kernel;

import dev.evokernel.expr.Expression;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a grid kernel is launched. A backend without grids, such as {@code cpu}, has none: its entry
 * point is called once for a launch.
 *
 * @param grid one to three integer expressions, in blocks; none where the program that builds a
 *     binary decides it
 * @param block one to three integer expressions, in threads; none in the same way
 * @param sharedBytes dynamic shared memory of a block, in bytes
 * @param cluster the blocks of a thread block cluster, up to three integer expressions; empty for a
 *     launch without clusters
 * @param cooperative a condition under which all blocks run at once and may wait for one another;
 *     absent where none does
 * @param carveout the share of a multiprocessor's level-1 cache that the function would rather have
 *     as shared memory, in percent, or {@link #DRIVERS_CARVEOUT}; it reads no dimension
 */
public record LaunchGeometry(
    List<Expression> grid,
    List<Expression> block,
    Expression sharedBytes,
    List<Expression> cluster,
    Optional<Expression> cooperative,
    Optional<Expression> carveout) {

  /** The driver divides level-1 cache and shared memory as it sees fit. */
  public static final int DRIVERS_CARVEOUT = -1;

  /** All that can be shared memory is. */
  public static final int WHOLE_CARVEOUT = 100;

  /** The blocks of a cluster at most, on the devices that have most. */
  private static final long MOST_BLOCKS = 16;

  public LaunchGeometry {
    grid = List.copyOf(grid);
    block = List.copyOf(block);
    cluster = List.copyOf(cluster);
  }

  /** One of which the program that builds a binary decides everything. */
  static LaunchGeometry undecided(Expression noBytes) {
    return new LaunchGeometry(
        List.of(), List.of(), noBytes, List.of(), Optional.empty(), Optional.empty());
  }

  /** Everything that is calculated for a launch. */
  public List<Expression> expressions() {
    return Stream.of(
            grid,
            block,
            List.of(sharedBytes),
            cluster,
            cooperative.stream().toList(),
            carveout.stream().toList())
        .flatMap(List::stream)
        .toList();
  }

  /** Whether grid and block are known before anything is built. */
  public boolean isDecided() {
    return !grid.isEmpty() && !block.isEmpty();
  }

  /** Why this is no preference between level-1 cache and shared memory, if so. */
  public static Optional<String> refusal(long carveout) {
    return carveout < DRIVERS_CARVEOUT || carveout > WHOLE_CARVEOUT
        ? Optional.of(
            "the carveout is %d, and must be from 0 to %d percent, or %d for the driver's choice"
                .formatted(carveout, WHOLE_CARVEOUT, DRIVERS_CARVEOUT))
        : Optional.empty();
  }

  /** Why no device can launch clusters of these sizes in such a grid, if so. */
  public static Optional<String> refusal(List<Long> gridSizes, List<Long> clusterSizes) {
    for (int axis = 0; axis < clusterSizes.size(); axis++) {
      long blocks = axis < gridSizes.size() ? gridSizes.get(axis) : 1;
      long size = clusterSizes.get(axis);
      if (size < 1 || blocks % size != 0) {
        return Optional.of(
            "a grid of %s blocks is not made of whole clusters of %s"
                .formatted(gridSizes, clusterSizes));
      }
    }
    return clusterSizes.stream().reduce(1L, Math::multiplyExact) > MOST_BLOCKS
        ? Optional.of(
            "a cluster of %s blocks has more than %d".formatted(clusterSizes, MOST_BLOCKS))
        : Optional.empty();
  }
}
