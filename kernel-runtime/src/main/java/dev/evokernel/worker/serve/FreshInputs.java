package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.data.InputSet;

/**
 * Input sets that no candidate has read. Their random seeds are drawn in this process, so no author
 * of a kernel can know them.
 */
final class FreshInputs {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final List<InputSet> drawn = new ArrayList<>();
  private final Runnable drawing;

  /** Runs {@code drawing} before the reference computes the outputs of another input set. */
  FreshInputs(Runnable drawing) {
    this.drawing = drawing;
  }

  Supplier<InputSet> forOneCandidate() {
    var next = new AtomicInteger();
    return () -> at(next.getAndIncrement());
  }

  InputSet at(int position) {
    if (position == drawn.size()) {
      drawing.run();
      drawn.add(InputSet.usual(RANDOM.nextLong()));
    }
    return drawn.get(position);
  }
}
