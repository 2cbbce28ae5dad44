package dev.evokernel.cpu.containment;

import module java.base;

/** Files and folders of {@code /proc} and {@code /sys}; a missing one is empty. */
public final class ProcFile {

  private static final String JAVA_HOME = real(System.getProperty("java.home"));

  private ProcFile() {}

  static String javaHome() {
    return JAVA_HOME;
  }

  public static String text(String file) {
    try (var stream = new FileInputStream(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }

  static List<String> names(String folder) {
    String[] names = new java.io.File(folder).list();
    return names == null ? List.of() : List.of(names);
  }

  /** Fields of a file {@code stat} from the state on, which is the third field. */
  static List<String> statFields(String file) {
    String line = text(file);
    return line.isEmpty()
        ? List.of()
        : Stream.of(line.substring(line.lastIndexOf(')') + 2).strip().split(" ", -1)).toList();
  }

  private static String real(String path) {
    try {
      return Path.of(path).toRealPath().toString();
    } catch (IOException e) {
      return path;
    }
  }
}
