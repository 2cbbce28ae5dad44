package dev.evokernel.selftest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The processes of one run, told from all others by the folder of its logs on their command line.
 *
 * @param logs the run's
 */
record Processes(Path logs) {

  /** The process that owns the device; none between two of them. */
  List<ProcessHandle> device() {
    return workers("device-");
  }

  /** The processes in which compilers run, or that are compilers themselves. */
  List<ProcessHandle> compileWorkers() {
    return workers("compile-");
  }

  /** Compilers at work: what the compile workers started and has no child of its own. */
  List<ProcessHandle> compilers() {
    return compileWorkers().stream()
        .flatMap(ProcessHandle::descendants)
        .filter(process -> process.children().findAny().isEmpty())
        .toList();
  }

  /** What a candidate left behind: alive and a stranger to this process. */
  List<ProcessHandle> strays() {
    List<ProcessHandle> own = ProcessHandle.current().descendants().toList();
    return ProcessHandle.allProcesses()
        .filter(process -> !own.contains(process) && belongs(process, ""))
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  /** SIGSTOP, which no process can refuse. */
  static void stop(ProcessHandle process) throws InterruptedException {
    try {
      new ProcessBuilder("sh", "-c", "kill -STOP " + process.pid()).start().waitFor();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
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
      return Stream.empty(); // It has just ended.
    }
  }
}
