package dev.evokernel.cuda;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.outcome.Rejection;

/**
 * The grid of a launch whose blocks wait for one another. A block that has no place yet would be
 * waited for without end, so such a grid is as large at the most as what the device holds at once.
 *
 * @param held blocks of this launch that the device holds at once
 * @param cores over which they are distributed
 */
record CooperativeGrid(Call call, long held, int cores) {

  /**
   * @throws RejectionException if the blocks do not fit
   */
  void require() {
    long blocks = call.grid().product();
    if (blocks > held) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A cooperative launch has %,d blocks, and the device holds %,d of %s threads and %d bytes of dynamic shared memory%s at once, on %d multiprocessors. Maybe give it a grid of %d at the most and let the blocks stride over the problem, or add a constraint."
              .formatted(
                  blocks,
                  held,
                  call.block(),
                  call.shared(),
                  call.cluster().map(one -> ", in clusters of " + one + ",").orElse(""),
                  cores,
                  held));
    }
  }
}
