package dev.evokernel.imports;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the folder that a command creates from a file. */
final class NewFolderOption {

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description = "The folder to create (default: the file's name without its extension).")
  private @Nullable Path to;

  /** Folder to create for this file. */
  Path folder(Path origin) {
    return to != null
        ? to
        : Path.of(String.valueOf(origin.getFileName()).replaceFirst("\\.\\w+$", ""));
  }
}
