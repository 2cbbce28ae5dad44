package dev.evokernel.imports;

import module java.base;

import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option for the folder that a command creates from a file. */
final class NewFolderOption {

  @Option(
      names = "--to",
      paramLabel = "FOLDER",
      description = "The folder to create (default: the file's name without its extension).")
  private @Nullable Path to;

  Path folder(Path origin) {
    return to != null
        ? to
        : Path.of(String.valueOf(origin.getFileName()).replaceFirst("\\.\\w+$", ""));
  }

  /** Refuses a folder that is not new. */
  static void requireEmpty(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> there = Files.list(folder)) {
      if (there.findAny().isPresent()) {
        throw new BadInputException(
            "%s exists and is not empty; nothing was written. Name another folder with --to."
                .formatted(folder));
      }
    } catch (IOException e) {
      throw new BadInputException(
          "%s is not a folder. Name another one with --to.".formatted(folder));
    }
  }
}
