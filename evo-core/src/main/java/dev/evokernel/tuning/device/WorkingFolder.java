package dev.evokernel.tuning.device;

import java.nio.file.Path;

/** The folder in which the process was started. */
public final class WorkingFolder {

  private WorkingFolder() {}

  /** A path as it is typed: relative to the working folder where it lies below, else absolute. */
  public static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
  }
}
