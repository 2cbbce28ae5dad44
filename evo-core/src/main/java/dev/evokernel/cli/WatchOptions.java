package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.backend.Backend;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.ComparisonSetup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One candidate on one shape, launched for a tool to watch it. */
final class WatchOptions {

  @Mixin private CandidateOptions candidate = new CandidateOptions();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      description =
          "One of the kernel's shapes (default: that with the most work, or the least under a"
              + " sanitizer).")
  private @Nullable String shape;

  @Mixin private DeviceOptions waiting = new DeviceOptions();

  /**
   * Who is watched, and where.
   *
   * @param target with the one shape that was asked for, or all
   */
  record Scene(Side side, Target target, ComparedVariant contender, ComparisonSetup venue) {}

  /** What comes of it, as an exit code. */
  @FunctionalInterface
  interface Watch<T> {
    int of(Scene scene, T tool) throws InterruptedException;
  }

  CandidateOptions candidate() {
    return candidate;
  }

  /**
   * Holds the device meanwhile.
   *
   * @param what of the kernel it is, for others who want the device, for example {@code profile}
   * @param tool of a backend; asked for before the device is touched
   */
  <T> int watch(String what, PrintWriter err, Function<Backend, T> tool, Watch<T> watch)
      throws InterruptedException {
    Side side = candidate.side();
    try (TemporaryFolder scratch = TemporaryFolder.make()) {
      ComparedVariants contenders =
          candidate.contenders(shape == null ? List.of() : List.of(shape));
      Target target = contenders.target(side, side, scratch.folder());
      T found = tool.apply(target.devices().backend());
      Path source = scratch.folder().resolve("source");
      ComparedVariant contender = contenders.contender(side, target, source);
      try (var _ =
          waiting.hold(
              target.devices(),
              () -> what + " of " + target.kernel().name(),
              Instant.now(),
              target.results(),
              news -> say(err, news))) {
        return watch.of(
            new Scene(
                side, target, contender, new MeasuringOptions().venue(target, scratch.folder())),
            found);
      }
    }
  }
}
