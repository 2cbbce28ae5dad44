package dev.evokernel.cli.options;

import dev.evokernel.tuning.CandidateRequest;
import dev.evokernel.tuning.DeviceReservation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One candidate on one shape, launched under a tool. */
public final class LaunchOptions {

  @Mixin private CandidateOptions candidate = new CandidateOptions();

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      description =
          "One of the kernel's shapes (default: that with the most work, or the least under a"
              + " sanitizer).")
  private @Nullable String shape;

  @Mixin private DeviceOptions device = new DeviceOptions();

  public CandidateRequest candidate() {
    return candidate.on(shape == null ? List.of() : List.of(shape));
  }

  public DeviceReservation reservation() {
    return device.reservation();
  }

  /**
   * The command line that repeats it.
   *
   * @param more options, each with a blank before it
   */
  public String command(String name, String more) {
    return candidate.command(name, more);
  }
}
