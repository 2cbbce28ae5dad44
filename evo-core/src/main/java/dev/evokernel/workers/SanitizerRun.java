package dev.evokernel.workers;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.protocol.DeviceJob;

/**
 * Sanitizer launches of candidates, on the shape with the least work, because sanitizers slow down
 * every access. If macros depend on the shape, each binary has its own shape.
 */
public record SanitizerRun(RunSpec spec, DeviceJob job, Duration each, Tools tools)
    implements SanitizerStep {

  /** Runs the sanitizer's tools on the device's machine. */
  @FunctionalInterface
  public interface Tools {

    Optional<Rejected> examine(InstrumentedLaunch launch, String name, Duration limit)
        throws InterruptedException;
  }

  /** Limit for all tools together. Under some tools, a launch of a millisecond takes minutes. */
  public static final Duration LIMIT = Duration.ofMinutes(20);

  @Override
  public Duration usual() {
    return each.multipliedBy(
        perBinary(spec.kernel(), spec.shapes(), spec.kernel().defaultConfiguration()).size());
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary, Duration within)
      throws InterruptedException {
    Duration whole = within.compareTo(LIMIT) < 0 ? within : LIMIT;
    List<Shape> smallest = perBinary(spec.kernel(), spec.shapes(), configuration);
    for (Shape shape : smallest) {
      Optional<Rejected> finding =
          tools.examine(
              new InstrumentedLaunch(
                  job,
                  shape,
                  configuration.on(shape),
                  configuration.isByShape()
                      ? binary.with(spec.kernel().of(configuration).macros(configuration, shape))
                      : binary),
              configuration.fingerprint(),
              whole.dividedBy(smallest.size()));
      if (finding.isPresent()) {
        return finding;
      }
    }
    return Optional.empty();
  }

  static List<Shape> perBinary(Kernel kernel, List<Shape> among, Configuration configuration) {
    Kernel own = kernel.of(configuration);
    return among.stream()
        .collect(
            Collectors.groupingBy(
                shape -> own.macros(configuration, shape), LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(some -> smallest(own, some))
        .toList();
  }

  public static Shape smallest(Kernel kernel, List<Shape> among) {
    return among.stream()
        .min(
            Comparator.comparingDouble(
                shape ->
                    kernel.work().flops().real(kernel.frame(kernel.defaultConfiguration(), shape))))
        .orElseThrow();
  }
}
