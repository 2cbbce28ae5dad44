package dev.evokernel.report.study;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.microbench.MicroRanking;
import dev.evokernel.microbench.MicroSample;
import dev.evokernel.microbench.MicroValidation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Everything that the files and the screen say of a microbenchmark.
 *
 * @param top how many count as the best
 * @param command that does it again
 * @param validation empty where there was none
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
   * What was ranked.
   *
   * @param digest of the kernel's files, the miniature's among them
   */
  public record RankedKernel(Kernel kernel, String digest, List<Shape> shapes) {
    public RankedKernel {
      shapes = List.copyOf(shapes);
    }
  }

  /**
   * Where and with what.
   *
   * @param seed the random seed
   */
  public record MicroSetup(DeviceIdentity device, String compiler, long seed, String evoVersion) {}

  /** The same with a newer ranking. */
  public MicroFacts with(MicroRanking newer, Instant now) {
    return with(newer, validation, now);
  }

  /** The same, validated. */
  public MicroFacts with(MicroValidation checked, Instant now) {
    return with(ranking, Optional.of(checked), now);
  }

  private MicroFacts with(MicroRanking newer, Optional<MicroValidation> checked, Instant now) {
    return new MicroFacts(subject, setup, top, command, now, newer, checked);
  }

  /** What a miniature's clock counts. */
  String unit() {
    return subject.kernel().launch() == null ? "nanoseconds" : "cycles";
  }

  /** How many times as fast as the default a configuration promises to be, if that was timed. */
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
