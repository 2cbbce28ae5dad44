package dev.evokernel.backend.file;

import module java.base;

/**
 * A log that drains the output of a process so that the process never blocks. The first mebibyte
 * goes to a file, the last line is kept for messages, and the rest is dropped.
 */
public final class OutputLog {

  private static final long MAX_BYTES = 1 << 20;
  private static final int TAIL = 400;

  private final Thread drain;
  private final StringBuilder tail = new StringBuilder();

  /**
   * Starts draining into a new file.
   *
   * <p>Draining runs on a platform thread, because reading from a pipe pins a virtual thread's
   * carrier. There are as many pipes as workers but only as many carriers as cores. The scheduler
   * removes its compensating carriers after 30 s of silence, which would stop all virtual threads.
   */
  public OutputLog(InputStream stream, Path file) {
    drain = Thread.ofPlatform().daemon().name("output").start(() -> drain(stream, file));
  }

  /** Returns the last line once the process has ended, without the JVM's own crash messages. */
  public String lastLine() throws InterruptedException {
    drain.join(java.time.Duration.ofSeconds(1));
    synchronized (tail) {
      return tail.toString()
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .reduce("", (_, last) -> last);
    }
  }

  private void drain(InputStream stream, Path file) {
    byte[] chunk = new byte[8192];
    try (stream;
        OutputStream out = opened(file)) {
      long room = MAX_BYTES;
      int count = stream.read(chunk);
      while (count >= 0) {
        room = room > 0 && wrote(out, chunk, count) ? room - count : 0;
        synchronized (tail) {
          tail.append(new String(chunk, 0, count, StandardCharsets.UTF_8));
          tail.delete(0, Math.max(0, tail.length() - TAIL));
        }
        count = stream.read(chunk);
      }
    } catch (IOException e) {
      // The pipe of a killed process breaks, and the log ends there.
    }
  }

  /** Opens the file. A full disk costs the log; draining continues. */
  private static OutputStream opened(Path file) {
    try {
      return Files.newOutputStream(file);
    } catch (IOException e) {
      return OutputStream.nullOutputStream();
    }
  }

  private static boolean wrote(OutputStream out, byte[] chunk, int count) {
    try {
      out.write(chunk, 0, count);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
