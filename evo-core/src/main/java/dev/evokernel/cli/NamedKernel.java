package dev.evokernel.cli;

import dev.evokernel.tuning.BadInputException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Kernel that replaces the job's: a positional parameter or {@code --kernel}. */
public final class NamedKernel {

  @Parameters(
      arity = "0..1",
      paramLabel = "KERNEL",
      description =
          "A kernel's folder, tuned on its default shapes without the job's initial configurations"
              + " (default: the job's kernel).")
  private @Nullable Path kernel;

  @Option(names = "--kernel", paramLabel = "FOLDER", description = "Synonym of KERNEL.")
  private @Nullable Path option;

  /**
   * Folder of the kernel; null for the job's kernel.
   *
   * @throws BadInputException if two kernels are given
   */
  public @Nullable Path folder() {
    if (kernel != null && option != null) {
      throw new BadInputException(
          "Two kernels given: " + kernel + " and --kernel " + option + ". Remove one.");
    }
    return kernel == null ? option : kernel;
  }
}
