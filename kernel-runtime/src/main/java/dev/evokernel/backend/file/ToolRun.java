package dev.evokernel.backend.file;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Run of an external tool.
 *
 * @param status exit status; meaningless when timed out
 * @param output start and end of what the tool printed to both streams
 */
public record ToolRun(int status, String output, boolean timedOut) {

  private static final int START = 12 * 1024;
  private static final int END = 4 * 1024;
  private static final int BY_SIGNAL = 128;
  private static final int SIGKILL = 9;
  private static final int LAST_SIGNAL = 64;

  /** Messages of gcc, its linker's driver, nvcc and clang on a program that a signal ended. */
  private static final Pattern CHILD_SIGNALLED =
      Pattern.compile(
          "signal terminated program|terminated with signal \\d+|died due to signal|failed due to"
              + " signal|died with <Signals\\.|error code -\\d|unable to execute command: (Killed|Terminated|Aborted|Segmentation"
              + " fault|Bus error)");

  private static final Pattern CHILD_KILLED =
      Pattern.compile("\\bKilled\\b|\\bsignal 9\\b|SIGKILL|error code -9\\b");

  /** Message of the JDK. */
  private static final Pattern STILLBORN =
      Pattern.compile("Failed to exec spawn helper: pid: \\d+, signal: 9");

  public static final String TEMPORARY_FOLDER = "evo.temporary";

  private static final Executor READERS = Thread::startVirtualThread;

  public boolean succeeded() {
    return status == 0 && !timedOut;
  }

  /** Detects signal 9 from outside, to the tool itself and to programs that it started. */
  public boolean killed() {
    return !timedOut
        && (status == BY_SIGNAL + SIGKILL
            || (status != 0 && tellsOfSignal(output) && CHILD_KILLED.matcher(output).find()));
  }

  /** Detects in a compiler's messages that a signal ended one of its programs. */
  public static boolean tellsOfSignal(String messages) {
    return CHILD_SIGNALLED.matcher(messages).find();
  }

  public String account(String tool, Duration limit) {
    if (timedOut) {
      return "%s was stopped after %s s. %s"
          .formatted(tool, limit.toMillis() / 1000.0, output)
          .strip();
    }
    if (!signalled()) {
      return output;
    }
    String signal = endedBySignal() ? " " + (status - BY_SIGNAL) : "";
    return (killed()
            ? "%s was killed by signal 9 (SIGKILL) twice, maybe by the system when memory ran out; see dmesg. %s"
                .formatted(tool, output)
            : "%s was ended by a signal%s twice. %s".formatted(tool, signal, output))
        .strip();
  }

  /** Detects a signal that ended the tool or a program that it started. */
  public boolean signalled() {
    return !timedOut && (endedBySignal() || (status != 0 && tellsOfSignal(output)));
  }

  private boolean endedBySignal() {
    return status > BY_SIGNAL && status <= BY_SIGNAL + LAST_SIGNAL;
  }

  public String lastLines(int count) {
    List<String> lines = output.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
  }

  /** Runs a command in the current folder, as {@link #of(List, Path, Duration)}. */
  public static ToolRun of(List<String> command, Duration limit) throws IOException {
    return of(command, Path.of(""), limit);
  }

  /** Runs a command, and once more if a signal ended it, because memory may be free again. */
  public static ToolRun insisting(List<String> command, Duration limit) throws IOException {
    ToolRun first = of(command, limit);
    return first.signalled() ? of(command, limit) : first;
  }

  /**
   * Runs a command to its end, or kills it at its limit with everything it started.
   *
   * @throws IOException if the command cannot be started
   */
  public static ToolRun of(List<String> command, Path folder, Duration limit) throws IOException {
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toAbsolutePath().toFile())
            .redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    builder.environment().putAll(temporaryFolder());
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return stillborn(e).orElseThrow(() -> e);
    }
    process.getOutputStream().close();
    var output = CompletableFuture.supplyAsync(() -> read(process.getInputStream()), READERS);
    try {
      boolean ended = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (!ended) {
        kill(process);
      }
      return new ToolRun(ended ? process.exitValue() : -1, settled(output), !ended);
    } catch (InterruptedException e) {
      kill(process);
      Thread.currentThread().interrupt();
      return new ToolRun(-1, "interrupted", true);
    }
  }

  /**
   * Environment variable that puts a tool's temporary files into the folder of this worker. A
   * killed compiler leaves files behind, and the folder is deleted with the worker. Empty in other
   * processes, where the user's TMPDIR applies.
   */
  public static Map<String, String> temporaryFolder() {
    @Nullable String own = System.getProperty(TEMPORARY_FOLDER);
    return own == null ? Map.of() : Map.of("TMPDIR", own);
  }

  static Optional<ToolRun> stillborn(IOException failure) {
    return STILLBORN.matcher(String.valueOf(failure.getMessage())).find()
        ? Optional.of(new ToolRun(BY_SIGNAL + SIGKILL, "", false))
        : Optional.empty();
  }

  /** Output, or nothing if a daemon of the tool, such as a cache's, holds the pipe open. */
  private static String settled(CompletableFuture<String> output) {
    return output.completeOnTimeout("", 5, TimeUnit.SECONDS).join();
  }

  /** Kills the tool first, so that it cannot report the end of the programs it started. */
  private static void kill(Process process) {
    List<ProcessHandle> started = process.descendants().toList();
    process.destroyForcibly();
    started.forEach(ProcessHandle::destroyForcibly);
    process.onExit().join();
  }

  /**
   * Reads everything, so that the tool never blocks on a full pipe, and keeps the start and the
   * end.
   */
  private static String read(InputStream stream) {
    var start = new ByteArrayOutputStream();
    byte[] end = new byte[0];
    long total = 0;
    byte[] chunk = new byte[4096];
    try (stream) {
      int count = stream.read(chunk);
      while (count >= 0) {
        int first = Math.min(count, START - start.size());
        start.write(chunk, 0, first);
        end = last(end, chunk, first, count);
        total += count;
        count = stream.read(chunk);
      }
    } catch (IOException e) {
      // Killing the tool closes its pipe; the output so far is kept.
    }
    long between = total - start.size() - end.length;
    return (start.toString(StandardCharsets.UTF_8)
            + (between > 0 ? "\n… " + between + " bytes more …\n" : "")
            + new String(end, StandardCharsets.UTF_8))
        .strip();
  }

  private static byte[] last(byte[] before, byte[] chunk, int from, int to) {
    byte[] all = Arrays.copyOf(before, before.length + to - from);
    System.arraycopy(chunk, from, all, before.length, to - from);
    return all.length <= END ? all : Arrays.copyOfRange(all, all.length - END, all.length);
  }
}
