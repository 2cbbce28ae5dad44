package dev.evokernel.cuda;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.outcome.Rejection;

/**
 * Grid of a launch whose blocks wait for one another. A waiting block would wait forever for a
 * block without a place, so the device must hold the whole grid at once.
 *
 * @param held blocks of this launch that the device holds at once
 * @param cores that the blocks are distributed over
 */
record CooperativeGrid(Call call, long held, int cores) {

  void require() {
    long blocks = call.grid().product();
    if (blocks > held) {
      throw new RejectionException(
          Rejection.RESOURCE_LIMIT,
          "A cooperative launch has %,d blocks, but the device holds only %,d of %s threads and %d bytes of dynamic shared memory%s at once, on %d multiprocessors. Give it a grid of at most %,d blocks that stride over the problem, or add a constraint."
              .formatted(
                  blocks,
                  held,
                  call.block(),
                  call.shared(),
                  call.cluster().map(cluster -> ", in clusters of " + cluster + ",").orElse(""),
                  cores,
                  held));
    }
  }
}
