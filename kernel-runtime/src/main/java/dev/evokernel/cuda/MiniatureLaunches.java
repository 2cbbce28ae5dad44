package dev.evokernel.cuda;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.outcome.Rejection;

/**
 * Grids of a miniature's launches: the first blocks of the grid that its shape fills. A grid that
 * the device holds at once is not cut, because persistent blocks divide the problem by the size of
 * the grid.
 *
 * @param alone gives each core one block
 * @param crowded gives each core as many blocks as it holds
 * @param neighbours blocks on a core in the crowded launch
 * @param resident blocks that a core holds
 */
record MiniatureLaunches(Call.Extents alone, Call.Extents crowded, int neighbours, int resident) {

  /**
   * @param whole the grid that the shape fills; only its first axis is cut
   * @param cluster blocks of a cluster along that axis
   * @param cores of the device
   */
  static MiniatureLaunches of(Call.Extents whole, int cluster, int resident, int cores) {
    long held = (long) cores * resident;
    Call.Extents crowded = whole.product() <= held ? whole : cut(whole, cluster, held);
    Call.Extents alone = whole.product() <= held ? whole : cut(whole, cluster, cores);
    int neighbours = Math.toIntExact(Math.ceilDiv(crowded.product(), cores));
    return new MiniatureLaunches(alone, crowded, neighbours, resident);
  }

  static double mean(long[] cycles) {
    OptionalInt silent =
        IntStream.range(0, cycles.length).filter(block -> cycles[block] <= 0).findFirst();
    if (silent.isPresent()) {
      throw new RejectionException(
          Rejection.WRONG_RESULT,
          "Block %d of %d wrote no cycles. One thread of each block must write the difference of two clock64() to the entry's last parameter, 'long long *cycles'."
              .formatted(silent.getAsInt(), cycles.length));
    }
    return Arrays.stream(cycles).average().orElseThrow();
  }

  private static Call.Extents cut(Call.Extents whole, int cluster, long blocks) {
    long across = (long) whole.y() * whole.z();
    long x = Math.clamp(blocks / across, 1, whole.x());
    long inClusters = Math.max(cluster, x / cluster * cluster);
    return new Call.Extents(Math.toIntExact(inClusters), whole.y(), whole.z());
  }
}
