package dev.evokernel.cpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * How a run of an outside tool ended.
 *
 * @param status its exit status; meaningless when timed out
 * @param output the start of what it printed, on either stream
 * @param timedOut whether it was killed at the limit
 */
record ToolRun(int status, String output, boolean timedOut) {

  private static final int MAX_OUTPUT = 16 * 1024;
  private static final Executor READERS = Thread::startVirtualThread;

  boolean succeeded() {
    return status == 0 && !timedOut;
  }

  /**
   * Runs a command to its end, or kills it with everything it started.
   *
   * @throws IOException if it cannot be started
   */
  static ToolRun of(List<String> command, Duration limit) throws IOException {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    var output = CompletableFuture.supplyAsync(() -> start(process.getInputStream()), READERS);
    try {
      boolean ended = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (!ended) {
        kill(process);
      }
      return new ToolRun(ended ? process.exitValue() : -1, output.join(), !ended);
    } catch (InterruptedException e) {
      kill(process);
      Thread.currentThread().interrupt();
      return new ToolRun(-1, "interrupted", true);
    }
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Keeps the start and reads on to the end, so that the tool never blocks on a full pipe. */
  private static String start(InputStream stream) {
    try (stream) {
      byte[] start = stream.readNBytes(MAX_OUTPUT);
      long more = stream.transferTo(java.io.OutputStream.nullOutputStream());
      String text = new String(start, StandardCharsets.UTF_8).strip();
      return more > 0 ? text + "\n… " + more + " bytes more" : text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
