package dev.evokernel.tuning.device;

import java.nio.file.Path;

/** Folder in which the process was started. */
public final class WorkingFolder {

  private WorkingFolder() {}

  /** Shortens a path for display: relative if below the working folder, else absolute. */
  public static Path shown(Path path) {
    Path here = Path.of("").toAbsolutePath();
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(here) ? here.relativize(absolute) : absolute;
  }
}
