package dev.evokernel.worker.protocol;

import module java.base;

/**
 * The process table of Linux. A zombie counts as ended: it holds only its number, and in a
 * container without an init process it may keep the number forever.
 */
public final class ProcessTable {

  private static final Path PROC = Path.of("/proc");
  private static final List<String> GONE = List.of("Z", "X", "x");

  private ProcessTable() {}

  public static boolean hasMembers(long group) {
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        String[] fields = fields(process);
        if (fields.length > 2 && isThere(fields) && Long.parseLong(fields[2]) == group) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false; // Without Linux, kills are assumed to have worked.
    }
  }

  /** Checks whether any of the processes runs or is stopped. */
  public static boolean hasAny(Collection<Long> pids) {
    return pids.stream().anyMatch(pid -> isThere(fields(PROC.resolve(pid.toString()))));
  }

  public static boolean isStopped(long pid) {
    String[] fields = fields(PROC.resolve(Long.toString(pid)));
    return fields.length > 0 && fields[0].equals("T");
  }

  private static boolean isThere(String[] fields) {
    return fields.length > 0 && !GONE.contains(fields[0]);
  }

  private static String[] fields(Path process) {
    try {
      String line = Files.readString(process.resolve("stat"));
      return line.substring(line.lastIndexOf(')') + 2).split(" ", 5);
    } catch (IOException e) {
      return new String[0];
    }
  }
}
