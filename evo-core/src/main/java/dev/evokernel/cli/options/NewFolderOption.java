package dev.evokernel.cli.options;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a command makes a folder from a file. */
public final class NewFolderOption {

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description = "The folder to make (default: the file's name without its end).")
  private @Nullable Path to;

  /** The folder for what is made from a file. */
  public Path folder(Path origin) {
    return to != null
        ? to
        : Path.of(String.valueOf(origin.getFileName()).replaceFirst("\\.\\w+$", ""));
  }
}
