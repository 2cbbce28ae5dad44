package dev.evokernel.run.evaluation;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Variant;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Limit;

/**
 * Notes about a kernel at the start of a search.
 *
 * @param kernel as one backend sees it
 */
public record KernelNotes(Kernel kernel) {

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

  /** Returns the size of the buffers of a shape. */
  public long bytes(Shape shape, int inputSets) {
    return kernel.on(shape).arguments().stream()
        .filter(Argument.Buffer.class::isInstance)
        .map(Argument.Buffer.class::cast)
        .mapToLong(
            buffer ->
                buffer.type().bytes(Extent.of(kernel, shape, buffer).elements())
                    * (buffer.output() ? 1 : inputSets))
        .sum();
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
