package dev.evokernel.backend;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * How a run of an outside tool ended.
 *
 * @param status its exit status; meaningless when timed out
 * @param output the start and the end of what it printed, on either stream
 * @param timedOut whether it was killed at the limit
 */
public record ToolRun(int status, String output, boolean timedOut) {

  private static final int START = 12 * 1024;
  private static final int END = 4 * 1024;
  private static final int SIGNALLED = 128;
  private static final Executor READERS = Thread::startVirtualThread;

  public boolean succeeded() {
    return status == 0 && !timedOut;
  }

  /** Whether a signal ended it; a shell's way of saying so included. */
  public boolean wasKilled() {
    return !timedOut && status > SIGNALLED;
  }

  /** The end of the output. */
  public String lastLines(int count) {
    List<String> lines = output.lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - count), lines.size()));
  }

  /**
   * Runs a command to its end, or kills it with everything it started.
   *
   * @throws IOException if it cannot be started
   */
  public static ToolRun of(List<String> command, Duration limit) throws IOException {
    return of(command, Path.of(""), limit);
  }

  /** The same in a folder. */
  public static ToolRun of(List<String> command, Path folder, Duration limit) throws IOException {
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toAbsolutePath().toFile())
            .redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
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

  /** A daemon that the tool left behind, such as a cache's, may hold the pipe open for ever. */
  private static String settled(CompletableFuture<String> output) {
    return output.completeOnTimeout("", 5, TimeUnit.SECONDS).join();
  }

  private static void kill(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Keeps start and end and reads all, so that the tool never blocks on a full pipe. */
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
      // Killing the tool closes its pipe; what came before that stays.
    }
    long between = total - start.size() - end.length;
    return (start.toString(StandardCharsets.UTF_8)
            + (between > 0 ? "\n… " + between + " bytes more …\n" : "")
            + new String(end, StandardCharsets.UTF_8))
        .strip();
  }

  /** The end of what was there followed by a part of the chunk. */
  private static byte[] last(byte[] before, byte[] chunk, int from, int to) {
    byte[] all = Arrays.copyOf(before, before.length + to - from);
    System.arraycopy(chunk, from, all, before.length, to - from);
    return all.length <= END ? all : Arrays.copyOfRange(all, all.length - END, all.length);
  }
}
