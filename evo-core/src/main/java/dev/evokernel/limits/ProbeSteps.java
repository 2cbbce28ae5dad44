package dev.evokernel.limits;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.store.MeasuredLimits.Quantity;

/** Launches of the kernel {@code probe} that measure each limit of a device. */
record ProbeSteps(Kernel probe, DeviceLimits limits) {
  /** Measurement of one limit by the fastest of some configurations on one shape. */
  record Step(Quantity quantity, Shape shape, List<Configuration> configurations, boolean alone) {}

  private static final long BYTES_OF_AN_ELEMENT = 8;

  /** Least size of a copy beyond all caches; a GPU has larger caches and more bandwidth. */
  private static final long LEAST_ON_CPU = 64L << 20;

  private static final long LEAST_ON_GPU = 512L << 20;

  static Shape single(Kernel probe) {
    return probe.shape("single");
  }

  /** All steps that the device supports. */
  List<Step> all(OptionalLong copyBytes) {
    return probe.launches().isEmpty() ? ofProcessor(copyBytes) : ofGpu(copyBytes);
  }

  private List<Step> ofProcessor(OptionalLong copyBytes) {
    long lanes = limits.value(Limit.VECTOR_BYTES) / Float.BYTES;
    List<Configuration> chains =
        chains("multiply_add", 8, 10, 12, 16).stream()
            .map(chain -> chain.with("VECTOR", Value.of(lanes)))
            .toList();
    List<Configuration> copy = List.of(configuration("copy"));
    return List.of(
        step(Quantity.LAUNCH, "single", List.of(configuration("launch"))),
        step(Quantity.REGION, "single", List.of(configuration("region"))),
        step(Quantity.F32, "multiply_add", chains),
        new Step(Quantity.CACHE, cached(), copy, false),
        new Step(Quantity.MEMORY, far(copyBytes), copy, false));
  }

  private List<Step> ofGpu(OptionalLong copyBytes) {
    List<Configuration> launch = List.of(configuration("launch"));
    List<Configuration> copies = chains("copy", 1, 2, 4, 8);
    var steps = new ArrayList<Step>();
    steps.add(step(Quantity.LAUNCH, "single", launch));
    steps.add(new Step(Quantity.SINGLE_LAUNCH, single(probe), launch, true));
    steps.add(step(Quantity.F32, "multiply_add", chains("multiply_add", 4, 8, 16)));
    if (limits.value(Limit.COMPUTE_CAPABILITY) >= 80) {
      steps.add(step(Quantity.F16, "tensor", products("f16")));
      steps.add(step(Quantity.BF16, "tensor", products("bf16")));
    }
    steps.add(new Step(Quantity.CACHE, cached(), copies, false));
    steps.add(new Step(Quantity.MEMORY, far(copyBytes), copies, false));
    return steps;
  }

  private List<Configuration> chains(String what, int... counts) {
    return IntStream.of(counts)
        .mapToObj(count -> configuration(what).with("CHAINS", Value.of((long) count)))
        .toList();
  }

  private List<Configuration> products(String type) {
    var configurations = new ArrayList<Configuration>();
    for (Configuration chain : chains("mma", 4, 8, 16)) {
      configurations.add(chain.with("TYPE", Value.of(type)));
    }
    if (limits.value(Limit.COMPUTE_CAPABILITY) == 90) {
      configurations.add(configuration("wgmma").with("TYPE", Value.of(type)));
    }
    return configurations;
  }

  private Step step(Quantity quantity, String shape, List<Configuration> configurations) {
    return new Step(quantity, probe.shape(shape), configurations, false);
  }

  /** Largest copy with both sides in half the last-level cache. */
  private Shape cached() {
    return copies().stream()
        .filter(shape -> bytes(shape) <= lastLevelBytes() / 2)
        .reduce((_, later) -> later)
        .orElse(copies().getFirst());
  }

  private Shape far(OptionalLong copyBytes) {
    boolean gpu = !probe.launches().isEmpty();
    long wanted =
        Math.min(
            limits.value(Limit.MEMORY) / 8,
            Math.max(gpu ? LEAST_ON_GPU : LEAST_ON_CPU, (gpu ? 16 : 4) * lastLevelBytes()));
    return copies().stream()
        .filter(shape -> bytes(shape) >= copyBytes.orElse(wanted))
        .findFirst()
        .orElse(copies().getLast());
  }

  private long lastLevelBytes() {
    return Math.max(limits.value(Limit.L2_BYTES), limits.value(Limit.L3_BYTES));
  }

  private List<Shape> copies() {
    return probe.shapes().stream()
        .filter(shape -> shape.name().startsWith("copy_"))
        .sorted(Comparator.comparingLong(ProbeSteps::bytes))
        .toList();
  }

  static long bytes(Shape shape) {
    return BYTES_OF_AN_ELEMENT * dimension(shape, "N");
  }

  static double flops(Shape shape) {
    return 2.0 * dimension(shape, "N") * dimension(shape, "STEPS");
  }

  private static long dimension(Shape shape, String name) {
    return Objects.requireNonNull(shape.dimensions().get(name));
  }

  private Configuration configuration(String what) {
    return probe.defaultConfiguration().with("PROBE", Value.of(what));
  }

  /** Sampling time of a step; long, since a limit is measured once and stored. */
  static final Duration AT_LEAST = Duration.ofMillis(100);

  static final Duration AT_MOST = Duration.ofMillis(400);
}
