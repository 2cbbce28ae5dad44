package dev.evokernel.lab;

import module java.base;

/** Processes of one run, identified by the run's log folder on their command line. */
record Processes(Path logs) {

  /** Process that owns the device; empty while it is being replaced. */
  List<ProcessHandle> device() {
    return workers("device-");
  }

  List<ProcessHandle> compileWorkers() {
    return workers("compile-");
  }

  /** Running compilers: descendants of the compile workers without children. */
  List<ProcessHandle> compilers() {
    return compileWorkers().stream()
        .flatMap(ProcessHandle::descendants)
        .filter(process -> process.children().findAny().isEmpty())
        .toList();
  }

  /** Processes that a candidate left alive: no descendants of this process. */
  List<ProcessHandle> strays() {
    List<ProcessHandle> own = ProcessHandle.current().descendants().toList();
    return ProcessHandle.allProcesses()
        .filter(process -> !own.contains(process) && belongs(process, ""))
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  static void stop(ProcessHandle process) throws InterruptedException {
    try {
      new ProcessBuilder("sh", "-c", "kill -STOP " + process.pid()).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<ProcessHandle> workers(String name) {
    return ProcessHandle.current().children().filter(process -> belongs(process, name)).toList();
  }

  private boolean belongs(ProcessHandle process, String name) {
    String flag = "-XX:ErrorFile=" + logs.resolve(name);
    return arguments(process).anyMatch(argument -> argument.startsWith(flag));
  }

  private static Stream<String> arguments(ProcessHandle process) {
    try {
      Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return Stream.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0", -1));
    } catch (IOException e) {
      return Stream.empty(); // The process has just ended.
    }
  }
}
