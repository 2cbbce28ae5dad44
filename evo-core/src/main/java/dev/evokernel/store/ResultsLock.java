package dev.evokernel.store;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The right to write to one results folder: a lock on {@code .lock} in it, which the operating
 * system takes back when the process dies, however it dies.
 *
 * <p>The file's content says who holds it, and outlives a holder that was killed; only the lock
 * counts. One byte far behind the content is locked, so that others can read the content even where
 * locks are mandatory. What this process holds is remembered beside: closing any channel on a file
 * would give up its POSIX locks, so the file must not be opened a second time.
 */
public final class ResultsLock implements AutoCloseable {

  /**
   * Who writes to a results folder.
   *
   * @param since when it began
   */
  public record Holder(long pid, String run, Instant since, String host) {

    @Override
    public String toString() {
      return "run '" + run + "' (process " + pid + " on " + host + ", since " + since + ")";
    }
  }

  private static final String FILE_NAME = ".lock";
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<Path, Holder> OWN = new ConcurrentHashMap<>();

  private final Path file;
  private final FileChannel channel;

  private ResultsLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock, or says who has it.
   *
   * @param folder made where it is missing
   * @param holder this process
   * @throws EnvironmentException if another run has it, or the folder cannot be written
   */
  public static ResultsLock acquire(Path folder, Holder holder) {
    try {
      Path file = Files.createDirectories(folder).toRealPath().resolve(FILE_NAME);
      Holder own = OWN.putIfAbsent(file, holder);
      if (own != null) {
        throw new EnvironmentException(taken(folder, own.toString()));
      }
      boolean locked = false;
      try {
        ResultsLock lock = lock(folder, file, holder);
        locked = true;
        return lock;
      } finally {
        if (!locked) {
          OWN.remove(file);
        }
      }
    } catch (IOException e) {
      throw new EnvironmentException(
          folder
              + " cannot be written: "
              + e.getMessage()
              + ". Check its permissions, or name another folder under 'results' in evo.yaml.",
          e);
    }
  }

  /** The locked file. */
  public Path file() {
    return file;
  }

  private static ResultsLock lock(Path folder, Path file, Holder holder) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean kept = false;
    try {
      FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
      if (lock == null) {
        Holder other = read(channel);
        throw new EnvironmentException(
            taken(folder, other == null ? "another run" : other.toString()));
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(JSON.writeValueAsBytes(holder)), 0);
      kept = true;
      return new ResultsLock(file, channel);
    } finally {
      if (!kept) {
        channel.close();
      }
    }
  }

  private static @Nullable Holder read(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(4096);
    channel.read(bytes, 0);
    try {
      return JSON.readValue(
          new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8), Holder.class);
    } catch (JacksonException e) {
      return null; // Between taking the lock and writing its name, the other has no name yet.
    }
  }

  private static String taken(Path folder, String holder) {
    return folder
        + " is in use by "
        + holder
        + ". Wait until it ends, stop it with Ctrl-C, or name another folder under 'results' in"
        + " evo.yaml.";
  }

  @Override
  public void close() {
    try (channel) {
      channel.truncate(0);
    } catch (IOException e) {
      throw new EnvironmentException(file + " cannot be released: " + e.getMessage() + ".", e);
    } finally {
      OWN.remove(file);
    }
  }
}
