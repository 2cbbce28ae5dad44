package dev.evokernel.imports;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Importer of T1 files. */
public final class T1Importer implements Importer {

  @Override
  public String input() {
    return "a T1 file";
  }

  @Override
  public boolean reads(Path file) {
    return file.toString().endsWith(".json") || isObject(file);
  }

  private static boolean isObject(Path file) {
    try {
      return Files.readString(file).stripLeading().startsWith("{");
    } catch (IOException _) {
      return false;
    }
  }

  @Override
  public ImportedKernel read(Path file, ImportOptions options, Path scratch) {
    if (!options.arguments().isEmpty()) {
      throw T1Node.problem(
          file,
          "a T1 file takes no arguments",
          "Name one T1 file, or a script with --kernel-tuner.");
    }
    return T1Import.read(file, options);
  }
}
