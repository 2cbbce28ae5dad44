package dev.evokernel.cli.options;

import dev.evokernel.tuning.study.LaunchStudy;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for a candidate on one shape, launched under a tool. */
public final class LaunchOptions {

  @Mixin private CandidateOptions candidate = new CandidateOptions();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      description =
          "Shape of the kernel (default: the one with the most work, or with the least under a"
              + " sanitizer).")
  private @Nullable String shape;

  @Mixin private DeviceOptions device = new DeviceOptions();

  public LaunchStudy study() {
    return new LaunchStudy(
        candidate.on(shape == null ? List.of() : List.of(shape)), device.reservation());
  }

  /**
   * Command line that repeats the command.
   *
   * @param more further options, each preceded by a space
   */
  public String command(String name, String more) {
    return candidate.command(name, more);
  }
}
