package dev.evokernel.cli.options;

import dev.evokernel.run.VerificationStrength;
import dev.evokernel.tuning.VerificationCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The job or the kernel whose correctness gate is looked at. */
public final class CheckupOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The job whose correctness gate is looked at (default: evo.yaml, if it is there).")
  private @Nullable Path config;

  @Option(
      names = "--kernel",
      paramLabel = "FOLDER",
      description = "Another kernel than the job's, on all its shapes.")
  private @Nullable Path kernel;

  /** What the gate asks on each of the kernel's backends; empty where there is no job. */
  public List<VerificationStrength> strengths() {
    return VerificationCheck.of(Optional.ofNullable(config), Optional.ofNullable(kernel));
  }
}
