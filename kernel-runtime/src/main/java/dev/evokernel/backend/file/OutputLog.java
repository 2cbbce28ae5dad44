package dev.evokernel.backend.file;

import module java.base;

/**
 * A log that drains the output of a process so that the process never blocks. The first mebibyte
 * goes to a file, the last line is kept for messages, and the rest is dropped. A separator in the
 * output ends what belongs to earlier requests.
 */
public final class OutputLog {

  private static final long MAX_BYTES = 1 << 20;
  private static final int TAIL = 400;

  private static final char SEPARATOR = '\u001e';

  /** The C library's standard output, which workers alone use. */
  private static final class Standard {
    private static final MethodHandle PUTCHAR = function("putchar", ValueLayout.JAVA_INT);
    private static final MethodHandle FLUSH = function("fflush", ValueLayout.ADDRESS);
  }

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

  /**
   * Ends the output of earlier requests in this process, also what the C library still holds, so
   * that one candidate's words are never quoted for another.
   */
  public static void separate() {
    try {
      int _ = (int) Standard.PUTCHAR.invokeExact((int) SEPARATOR);
      int _ = (int) Standard.FLUSH.invokeExact(MemorySegment.NULL);
    } catch (Throwable e) {
      throw new IllegalStateException("A call failed in the linker.", e);
    }
  }

  private static MethodHandle function(String name, MemoryLayout argument) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, argument));
  }

  /**
   * Returns the last line of the last request once the process has ended, without the JVM's own
   * crash messages.
   */
  public String lastLine() throws InterruptedException {
    return lastLines(1);
  }

  /** Returns up to {@code count} last lines as {@link #lastLine} does, separated by " | ". */
  public String lastLines(int count) throws InterruptedException {
    drain.join(java.time.Duration.ofSeconds(1));
    synchronized (tail) {
      return tail.substring(tail.lastIndexOf(String.valueOf(SEPARATOR)) + 1)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .collect(
              Collectors.collectingAndThen(
                  Collectors.toList(),
                  lines ->
                      String.join(
                          " | ", lines.subList(Math.max(0, lines.size() - count), lines.size()))));
    }
  }

  private void drain(InputStream stream, Path file) {
    byte[] chunk = new byte[8192];
    try (stream;
        OutputStream out = opened(file)) {
      long room = MAX_BYTES;
      int count = stream.read(chunk);
      while (count >= 0) {
        byte[] said = withoutSeparators(chunk, count);
        room = room > 0 && wrote(out, said, said.length) ? room - said.length : 0;
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

  private static byte[] withoutSeparators(byte[] chunk, int count) {
    var said = new ByteArrayOutputStream(count);
    for (int i = 0; i < count; i++) {
      if (chunk[i] != SEPARATOR) {
        said.write(chunk[i]);
      }
    }
    return said.toByteArray();
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
