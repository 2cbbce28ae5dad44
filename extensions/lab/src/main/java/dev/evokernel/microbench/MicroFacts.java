package dev.evokernel.microbench;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;

/**
 * Facts about a microbenchmark, for its files and its report.
 *
 * @param top number of configurations that count as best
 * @param validation empty without a validation
 */
public record MicroFacts(
    RankedKernel subject,
    MicroSetup setup,
    int top,
    String command,
    Instant made,
    MicroRanking ranking,
    Optional<MicroValidation> validation) {

  /**
   * The ranked kernel.
   *
   * @param digest digest of the kernel's files, including the miniature
   */
  public record RankedKernel(Kernel kernel, String digest, List<Shape> shapes) {
    public RankedKernel {
      shapes = List.copyOf(shapes);
    }
  }

  /** Environment of the microbenchmark. */
  public record MicroSetup(DeviceIdentity device, String compiler, long seed, String evoVersion) {}

  /** These facts with a newer ranking, and a validation of it. */
  public MicroFacts with(MicroRanking newer, Optional<MicroValidation> checked, Instant now) {
    return new MicroFacts(subject, setup, top, command, now, newer, checked);
  }

  String unit() {
    return subject.kernel().launches().isEmpty() ? "nanoseconds" : "cycles";
  }

  /** Expected speed-up over the default; empty if the default was not timed. */
  OptionalDouble promise(MicroSample sample) {
    return ranking
        .defaultSample()
        .filter(theDefault -> theDefault.score().isPresent())
        .map(
            theDefault ->
                OptionalDouble.of(theDefault.score().getAsDouble() / sample.score().orElseThrow()))
        .orElse(OptionalDouble.empty());
  }
}
