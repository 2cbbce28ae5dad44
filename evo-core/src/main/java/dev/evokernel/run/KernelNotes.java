package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.reference.InputFill;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.Variant;

/**
 * Notes about a kernel at the start of a search.
 *
 * @param kernel as one backend sees it
 */
public record KernelNotes(Kernel kernel) {

  /** Input sets of a shape that a device process keeps. */
  private static final int INPUT_SETS = 3;

  /**
   * Names the shapes that are timed from hot caches and whose buffers fit the last-level cache with
   * a single input set, but not with both that timed launches read in turn.
   *
   * @param shapes each with the state of the caches before a launch
   */
  public Optional<String> cacheRoom(DeviceLimits limits, List<Shape> shapes) {
    long cache = Math.max(limits.value(Limit.L2_BYTES), limits.value(Limit.L3_BYTES));
    List<Shape> tight =
        shapes.stream()
            .filter(shape -> shape.cache() == CacheState.HOT)
            .filter(shape -> bytes(shape, 1) <= cache && bytes(shape, 2) > cache)
            .toList();
    return tight.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "note: on %s the buffers of one input set fit the last-level cache (%d MiB), but timed launches alternate between two input sets, so inputs come from memory."
                .formatted(
                    tight.stream().map(Shape::name).collect(Collectors.joining(", ")),
                    cache >> 20));
  }

  /** Names the parameters that decide how much a launch does. */
  public Optional<String> units() {
    return kernel
        .work()
        .per()
        .map(
            per ->
                "note: a launch does %s units of work; times, energy and work are of one unit."
                    .formatted(per.text()));
  }

  private long bytes(Shape shape, int inputSets) {
    Signature signature = kernel.on(shape).entryPoint().signature();
    return signature
        .buffers()
        .mapToLong(buffer -> bytes(shape, buffer) * (buffer.output() ? 1 : inputSets))
        .sum();
  }

  private long bytes(Shape shape, Argument.Buffer buffer) {
    return buffer.type().bytes(Extent.of(kernel, shape, buffer).elements());
  }

  /**
   * Estimates the memory of a device process: two sets of buffers for each shape, and a few input
   * sets with their expected outputs. On a GPU, shapes share the kept copies of equal inputs.
   */
  public long processBytes(List<Shape> shapes) {
    var kept = new HashSet<List<Object>>();
    long bytes = 0;
    for (Shape shape : shapes) {
      bytes += (2 + INPUT_SETS) * bytes(shape, 0);
      for (Signature.Input input : kernel.on(shape).inputs()) {
        long own = bytes(shape, input.buffer());
        boolean isNew = kept.add(InputFill.content(kernel, shape, InputSet.usual(0), input, own));
        bytes += (isNew || !kernel.backend().equals("cuda") ? 2 + INPUT_SETS : 2) * own;
      }
    }
    return bytes;
  }

  /** Warns if no flag enables optimisation: a C compiler does not optimise by default. */
  public Optional<String> compilerFlags() {
    return kernel.backend().equals("cpu")
        ? Stream.concat(Stream.of(kernel), kernel.variants().all().stream().map(Variant::kernel))
            .map(Kernel::source)
            .filter(source -> source.flags().stream().noneMatch(flag -> flag.contains("-O")))
            .findFirst()
            .map(this::unoptimised)
        : Optional.empty();
  }

  private String unoptimised(Source source) {
    return "warning: No flag of %s is -O, so its candidates are compiled without optimisation. Add flags: [-O3] to %s."
        .formatted(source.entry(), kernel.file());
  }
}
