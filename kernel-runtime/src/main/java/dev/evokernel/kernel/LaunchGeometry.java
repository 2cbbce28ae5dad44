package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Expression;

/**
 * Launch geometry of a kernel on a backend with grids.
 *
 * @param grid up to three integer expressions, in blocks; empty if a build program decides
 * @param block up to three integer expressions, in threads; empty if a build program decides
 * @param sharedBytes dynamic shared memory of a block, in bytes
 * @param cluster blocks of a thread block cluster, up to three integer expressions; empty without
 *     clusters
 * @param cooperative condition under which the launch is cooperative: all blocks run at once and
 *     may wait for each other
 * @param carveout preferred share of a multiprocessor's level-1 cache as shared memory, in percent,
 *     or {@link #DRIVERS_CARVEOUT}; reads no dimension
 */
public record LaunchGeometry(
    List<Expression> grid,
    List<Expression> block,
    Expression sharedBytes,
    List<Expression> cluster,
    Optional<Expression> cooperative,
    Optional<Expression> carveout) {

  /** Leaves the division of level-1 cache and shared memory to the driver. */
  public static final int DRIVERS_CARVEOUT = -1;

  public static final int WHOLE_CARVEOUT = 100;

  /** Largest cluster in blocks that any device supports. */
  private static final long MOST_BLOCKS = 16;

  public LaunchGeometry {
    grid = List.copyOf(grid);
    block = List.copyOf(block);
    cluster = List.copyOf(cluster);
  }

  /** Geometry that a build program decides as a whole. */
  public static LaunchGeometry undecided(Expression noBytes) {
    return new LaunchGeometry(
        List.of(), List.of(), noBytes, List.of(), Optional.empty(), Optional.empty());
  }

  /** All expressions that a launch evaluates. */
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

  /** Whether grid and block are known before the build. */
  public boolean isDecided() {
    return !grid.isEmpty() && !block.isEmpty();
  }

  /** Explains why the carveout is invalid; empty if it is valid. */
  public static Optional<String> refusal(long carveout) {
    return carveout < DRIVERS_CARVEOUT || carveout > WHOLE_CARVEOUT
        ? Optional.of(
            "the carveout must be from 0 to %d percent, or %d for the driver's choice, was %d"
                .formatted(WHOLE_CARVEOUT, DRIVERS_CARVEOUT, carveout))
        : Optional.empty();
  }

  /** Explains why no device can launch such clusters in such a grid; empty if they are valid. */
  public static Optional<String> refusal(List<Long> gridSizes, List<Long> clusterSizes) {
    for (int axis = 0; axis < clusterSizes.size(); axis++) {
      long blocks = axis < gridSizes.size() ? gridSizes.get(axis) : 1;
      long size = clusterSizes.get(axis);
      if (size < 1 || blocks % size != 0) {
        return Optional.of(
            "a grid of %s blocks is not a multiple of clusters of %s"
                .formatted(gridSizes, clusterSizes));
      }
    }
    return clusterSizes.stream().reduce(1L, Math::multiplyExact) > MOST_BLOCKS
        ? Optional.of(
            "a cluster of %s blocks has more than %d".formatted(clusterSizes, MOST_BLOCKS))
        : Optional.empty();
  }
}
