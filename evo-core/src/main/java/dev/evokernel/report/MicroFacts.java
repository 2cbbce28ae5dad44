package dev.evokernel.report;

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
 * @param digest of the kernel's files, the miniature's among them
 * @param top how many count as the best
 * @param command that does it again
 * @param validation empty where there was none
 */
public record MicroFacts(
    Kernel kernel,
    String digest,
    List<Shape> shapes,
    DeviceIdentity device,
    String compiler,
    long seed,
    int top,
    String command,
    Instant made,
    String evoVersion,
    MicroRanking ranking,
    Optional<MicroValidation> validation) {

  public MicroFacts {
    shapes = List.copyOf(shapes);
  }

  /** The same with what has come of it since. */
  public MicroFacts with(MicroRanking newer, Instant now) {
    return with(newer, validation, now);
  }

  /** The same, validated. */
  public MicroFacts with(MicroValidation checked, Instant now) {
    return with(ranking, Optional.of(checked), now);
  }

  private MicroFacts with(MicroRanking newer, Optional<MicroValidation> checked, Instant now) {
    return new MicroFacts(
        kernel,
        digest,
        shapes,
        device,
        compiler,
        seed,
        top,
        command,
        now,
        evoVersion,
        newer,
        checked);
  }

  /** What a miniature's clock counts. */
  String unit() {
    return kernel.launch() == null ? "nanoseconds" : "cycles";
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
