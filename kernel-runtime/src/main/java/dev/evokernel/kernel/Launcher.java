package dev.evokernel.kernel;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The program as it was called, for the commands that messages and reports print: they work from
 * any folder, for as long as nothing is moved.
 */
public final class Launcher {

  /**
   * The system property in which the launcher says how it was called: a path, or a name on PATH.
   */
  public static final String PROPERTY = "evo.launcher";

  private static final String IN_THE_SOURCE_TREE = "./evo";

  private Launcher() {}

  /**
   * A whole command line.
   *
   * @param words the command and what follows it, as a shell reads them
   */
  public static String command(String words) {
    return command(System.getProperty(PROPERTY, IN_THE_SOURCE_TREE), words);
  }

  static String command(String program, String words) {
    return Printable.word(program) + " " + words;
  }

  /**
   * A path as one word of a command line: absolute where it exists. What was recorded on another
   * machine stays as it is.
   */
  public static String path(Path path) {
    return Printable.word(Files.exists(path) ? path.toAbsolutePath().normalize() : path);
  }

  /** The option that names a folder of results, with a blank before it. */
  public static String results(Path folder) {
    return " --results " + Printable.word(folder.toAbsolutePath().normalize());
  }
}
