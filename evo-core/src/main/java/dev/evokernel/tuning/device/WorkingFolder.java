package dev.evokernel.tuning.device;

import dev.evokernel.kernel.yaml.Launcher;
import java.nio.file.Path;

/** Folder in which the process was started. */
public final class WorkingFolder {

  private WorkingFolder() {}

  /** Shortens a path for display: relative if below the working folder, else absolute. */
  public static Path shown(Path path) {
    return Launcher.shown(path);
  }
}
