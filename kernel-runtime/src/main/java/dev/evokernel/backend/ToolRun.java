package dev.evokernel.backend;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
public record ToolRun(int status, String output, boolean timedOut) {

  private static final int MAX_OUTPUT = 16 * 1024;
  private static final Executor READERS = Thread::startVirtualThread;

  public boolean succeeded() {
    return status == 0 && !timedOut;
  }

  /**
   * Runs a command to its end, or kills it with everything it started.
   *
   * @throws IOException if it cannot be started
   */
  public static ToolRun of(List<String> command, Duration limit) throws IOException {
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
      return new ToolRun(ended ? process.exitValue() : -1, settled(output), !ended);
    } catch (InterruptedException e) {
      kill(process);
      Thread.currentThread().interrupt();
      return new ToolRun(-1, "interrupted", true);
    }
  }

  /** A daemon that the tool left behind, such as a cache's, may hold the pipe open for ever. */
  private static String settled(CompletableFuture<String> output) {
    return output.completeOnTimeout("", 5, TimeUnit.SECONDS).join();
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Keeps the start and reads on to the end, so that the tool never blocks on a full pipe. */
  private static String start(InputStream stream) {
    var start = new ByteArrayOutputStream();
    long total = 0;
    byte[] chunk = new byte[4096];
    try (stream) {
      int count = stream.read(chunk);
      while (count >= 0) {
        start.write(chunk, 0, Math.min(count, MAX_OUTPUT - start.size()));
        total += count;
        count = stream.read(chunk);
      }
    } catch (IOException e) {
      // Killing the tool closes its pipe; what came before that stays.
    }
    String text = start.toString(StandardCharsets.UTF_8).strip();
    return total > MAX_OUTPUT ? text + "\n… " + (total - MAX_OUTPUT) + " bytes more" : text;
  }
}
