package dev.evokernel.text;

import static java.util.stream.Collectors.joining;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;

/**
 * Name under which the user called evo. Commands in messages and reports start with it. They are as
 * short as they work in the working folder; a default is left out.
 */
public final class Launcher {

  /** System property that the launcher sets: a path, or a name on PATH. */
  public static final String PROPERTY = "evo.launcher";

  /** System properties of the launcher: the file for the words that resume, and its process. */
  private static final String RESUME = "evo.resume";

  private static final String PARENT = "evo.parent";

  private static final int KILLED = 137; // As a shell reports SIGKILL.

  private static final String IN_THE_SOURCE_TREE = "./evo";
  private static final Path HERE = Path.of("").toAbsolutePath();

  private Launcher() {}

  /** Returns a command line that calls evo with these words, quoted for a shell. */
  public static String command(String words) {
    Path called = Path.of(System.getProperty(PROPERTY, IN_THE_SOURCE_TREE));
    boolean here = called.isAbsolute() && HERE.equals(called.getParent());
    return command(here ? "./" + called.getFileName() : called.toString(), words);
  }

  static String command(String program, String words) {
    return Printable.word(program) + " " + words;
  }

  /** Returns a command line with a results folder that works from every folder. */
  public static String anywhere(String words, Path results) {
    return command(System.getProperty(PROPERTY, IN_THE_SOURCE_TREE), words)
        + " --results "
        + Printable.word(results.toAbsolutePath().normalize());
  }

  /**
   * Tells the launcher by which words evo is called again if this process dies. A launcher that has
   * ended itself takes this process along.
   */
  public static void resumable(List<String> words) {
    Optional.ofNullable(System.getProperty(RESUME))
        .map(Path::of)
        .ifPresent(file -> write(file, words));
    Optional.ofNullable(System.getProperty(PARENT))
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
        .ifPresent(
            parent -> {
              var _ = parent.onExit().thenRun(() -> Runtime.getRuntime().halt(KILLED));
            });
  }

  private static void write(Path file, List<String> words) {
    String program = System.getProperty(PROPERTY, IN_THE_SOURCE_TREE);
    String text = Stream.concat(Stream.of(program), words.stream()).collect(joining("\0"));
    try {
      Files.writeString(file, text + "\0");
    } catch (IOException e) {
      // On a full disk the launcher cannot name the command.
    }
  }

  /** Shortens a path for display: relative if below the working folder, else absolute. */
  public static Path shown(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    return absolute.startsWith(HERE) && !absolute.equals(HERE)
        ? HERE.relativize(absolute)
        : absolute;
  }

  /** Quotes a path as one word, shortened if it exists on this machine. */
  public static String path(Path path) {
    return Printable.word(Files.exists(path) ? shown(path) : path);
  }

  /**
   * Returns the option {@code --results} for a folder, with a leading blank; none for the default.
   */
  public static String results(Path folder) {
    Path shown = shown(folder);
    return shown.equals(Path.of("results")) ? "" : " --results " + Printable.word(shown);
  }
}
