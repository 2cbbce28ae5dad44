package dev.evokernel.kernel.yaml;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Name under which the user called evo. Commands in messages and reports start with it and work
 * from any folder.
 */
public final class Launcher {

  /** System property that the launcher sets: a path, or a name on PATH. */
  public static final String PROPERTY = "evo.launcher";

  private static final String IN_THE_SOURCE_TREE = "./evo";

  private Launcher() {}

  /** Returns a command line that calls evo with these words, quoted for a shell. */
  public static String command(String words) {
    return command(System.getProperty(PROPERTY, IN_THE_SOURCE_TREE), words);
  }

  static String command(String program, String words) {
    return Printable.word(program) + " " + words;
  }

  /** Quotes a path as one word; absolute if it exists on this machine. */
  public static String path(Path path) {
    return Printable.word(Files.exists(path) ? path.toAbsolutePath().normalize() : path);
  }

  /** Returns the option {@code --results} for a folder, with a leading blank. */
  public static String results(Path folder) {
    return " --results " + Printable.word(folder.toAbsolutePath().normalize());
  }
}
