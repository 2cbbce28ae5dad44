package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.serve.EvaluationEngine.ShapeContext;

/**
 * Comparison of a candidate's rows on shapes that differ in the batch alone. An element of an input
 * depends on its index alone, so the first rows of a larger batch are those of a smaller one, and
 * their outputs must have equal bits.
 */
final class BatchRows {

  private BatchRows() {}

  /**
   * Compares each batch with the next larger one, on every input set. The last input set remains
   * for timing, with poisoned outputs.
   */
  static Optional<Rejected> difference(
      Kernel kernel, List<Long> seeds, List<ShapeContext> contexts, Program program) {
    String batch = kernel.correctness().batch();
    if (batch.isEmpty()) {
      return Optional.empty();
    }
    Collection<List<ShapeContext>> groups =
        contexts.stream()
            .sorted(Comparator.comparing(context -> context.shape().dimensions().get(batch)))
            .collect(Collectors.groupingBy(context -> context.shape().without(batch)))
            .values();
    for (List<ShapeContext> group : groups) {
      for (long seed : group.size() < 2 ? List.<Long>of() : seeds) {
        Optional<Rejected> found = difference(kernel, seed, group, program);
        if (found.isPresent()) {
          return found;
        }
      }
      group.forEach(context -> context.workspace().poison());
    }
    return Optional.empty();
  }

  private static Optional<Rejected> difference(
      Kernel kernel, long seed, List<ShapeContext> group, Program program) {
    try (Arena arena = Arena.ofConfined()) {
      Map<String, MemorySegment> smaller = Map.of();
      for (int i = 0; i < group.size(); i++) {
        ShapeContext context = group.get(i);
        context.workspace().prepare(seed);
        context.workspace().poison();
        context.workspace().launch(program);
        var own = new HashMap<String, MemorySegment>();
        Configuration chosen =
            program.on(context.shape()).chosen().orElse(kernel.defaultConfiguration());
        for (Argument.Buffer output : outputs(kernel.typed(chosen), context.shape())) {
          List<Long> sizes = Extent.of(kernel, context.shape(), output).dimensions();
          long bytes = output.type().bytes(sizes.stream().reduce(1L, Math::multiplyExact));
          MemorySegment rows = arena.allocate(bytes);
          context.workspace().fetch(BufferSet.FIRST, output, rows);
          own.put(output.name(), rows);
          MemorySegment same = smaller.getOrDefault(output.name(), MemorySegment.NULL);
          long at = same.mismatch(rows.asSlice(0, Math.min(same.byteSize(), rows.byteSize())));
          if (at >= 0 && at < same.byteSize()) {
            return Optional.of(
                new Rejected(
                    Rejection.OTHER_BITS,
                    context.shape().name(),
                    "Row %d of '%s' has other bits on shape %s than on shape %s (seed %d): it depends on how many rows there are."
                        .formatted(
                            at / (bytes / sizes.getFirst()),
                            output.name(),
                            context.shape(),
                            group.get(i - 1).shape(),
                            seed)));
          }
        }
        smaller = own;
      }
    }
    return Optional.empty();
  }

  private static List<Argument.Buffer> outputs(Kernel kernel, Shape shape) {
    return kernel.on(shape).outputs().stream()
        .filter(
            output -> output.dimensions().getFirst().names().contains(kernel.correctness().batch()))
        .toList();
  }
}
