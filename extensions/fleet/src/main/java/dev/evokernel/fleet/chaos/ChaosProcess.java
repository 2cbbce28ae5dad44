package dev.evokernel.fleet.chaos;

import module java.base;

/** Process of a run of {@code evo bench chaos}. */
public final class ChaosProcess {

  private ChaosProcess() {}

  /**
   * Runs the coordinator, or the worker of a host.
   *
   * @param arguments the part, the folder shared by all processes, and the coordinator's port
   */
  public static void main(String... arguments) {
    Thread.ofVirtual().start(ChaosProcess::endWithParent);
    log("starts");
    int code = 1;
    try {
      run(arguments[0], Path.of(arguments[1]), Integer.parseInt(arguments[2]));
      code = 0;
    } catch (IOException | InterruptedException | RuntimeException e) {
      e.printStackTrace(System.err);
    }
    System.out.flush();
    Runtime.getRuntime().halt(code); // Threads of the broker keep running for a minute.
  }

  private static void run(String part, Path folder, int port)
      throws IOException, InterruptedException {
    if (part.equals(ChaosFolder.COORDINATOR)) {
      ChaosCoordinator.run(folder, port, System.out::println, ChaosProcess::log);
    } else {
      ChaosWorker.run(folder, part, port, ChaosProcess::log);
    }
  }

  private static void log(String line) {
    System.err.println(
        LocalTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.MILLIS) + " " + line);
  }

  /** Ends this process when standard input ends, which happens when the parent ends. */
  private static void endWithParent() {
    try {
      var _ = System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // The parent has ended.
    }
    Runtime.getRuntime().halt(1);
  }

  /**
   * Command line of the process of one part.
   *
   * @param part {@code coordinator}, or a host's name
   * @param port of the coordinator, as seen by this part
   */
  static List<String> command(String part, Path folder, int port) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xlog:cds=off,aot=off",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        System.getProperty("java.class.path"),
        ChaosProcess.class.getName(),
        part,
        folder.toString(),
        Integer.toString(port));
  }
}
