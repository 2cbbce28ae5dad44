package dev.evokernel.cli.options;

import dev.evokernel.tuning.BadInputException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A kernel in place of that of a job: its folder alone, or behind {@code --kernel}. */
public final class NamedKernel {

  @Parameters(
      arity = "0..1",
      paramLabel = "KERNEL",
      description =
          "A kernel's folder, on its default shapes and without the job's initial configurations;"
              + " without one, the job's kernel.")
  private @Nullable Path kernel;

  @Option(names = "--kernel", paramLabel = "FOLDER", description = "The same.")
  private @Nullable Path option;

  /**
   * Null for the job's.
   *
   * @throws BadInputException if two were named
   */
  public @Nullable Path folder() {
    if (kernel != null && option != null) {
      throw new BadInputException(
          "Two kernels were named, " + kernel + " and --kernel " + option + ". Leave one out.");
    }
    return kernel == null ? option : kernel;
  }
}
