package dev.evokernel.backend;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fresh path for a file or a folder that is still being made. Closing deletes what was not moved
 * to its place by then.
 *
 * <p>A lock file beside it is locked for as long as the draft lives. The system releases the lock
 * when the process ends, in whatever way, which distinguishes a draft in use from one that an ended
 * process left behind: process ids would be reused, and differ between containers. The path exists
 * only while its lock file does.
 */
public final class Draft implements AutoCloseable {

  private static final String LOCK = ".lock";

  /** How often a folder may be deleted between being made and being written to. */
  private static final int TRIES = 5;

  /** The drafts of this process: a file lock does not exclude its own process. */
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final Path lockFile;
  private final FileChannel channel;

  private Draft(Path path, Path lockFile, FileChannel channel) {
    this.path = path;
    this.lockFile = lockFile;
    this.channel = channel;
  }

  /**
   * A draft in a folder, which is made when missing. Nothing lies at its path yet.
   *
   * @throws IOException if the folder cannot be written to
   */
  public static Draft in(Path folder) throws IOException {
    for (int tries = 1; true; tries++) {
      Files.createDirectories(folder);
      Path path = folder.toAbsolutePath().resolve(UUID.randomUUID().toString());
      Path lockFile = path.resolveSibling(path.getFileName() + LOCK);
      OWN.add(lockFile);
      try {
        FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (channel.tryLock() != null && Files.exists(lockFile)) {
          return new Draft(path, lockFile, channel);
        }
        channel.close(); // Another process deleted it between creating and locking.
      } catch (NoSuchFileException e) {
        if (tries == TRIES) {
          OWN.remove(lockFile);
          throw e; // The folder is deleted as soon as it is made.
        }
      }
      OWN.remove(lockFile);
    }
  }

  public Path path() {
    return path;
  }

  /** Whether its folder was deleted since. */
  boolean isLost() {
    return !Files.exists(lockFile);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      delete(path);
      Files.deleteIfExists(lockFile);
    } finally {
      OWN.remove(lockFile);
    }
  }

  /** Deletes the drafts whose processes have ended. */
  public static void tidy(Path folder) throws IOException {
    for (Path lockFile : lockFiles(folder)) {
      if (!OWN.contains(lockFile)) {
        tidyUnlessLocked(lockFile);
      }
    }
  }

  private static void tidyUnlessLocked(Path lockFile) throws IOException {
    try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
        @Nullable FileLock lock = channel.tryLock()) {
      if (lock != null) {
        delete(draftOf(lockFile));
        Files.deleteIfExists(lockFile);
      }
    } catch (NoSuchFileException | OverlappingFileLockException e) {
      // It has just been closed, or another thread is deleting it.
    }
  }

  private static List<Path> lockFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(Path::toAbsolutePath)
          .filter(file -> file.toString().endsWith(LOCK))
          .toList();
    } catch (NoSuchFileException none) {
      return List.of();
    }
  }

  /** Deletes all drafts of this process, which is about to end. */
  public static void deleteOwn() {
    for (Path lockFile : OWN) {
      try {
        delete(draftOf(lockFile));
        Files.deleteIfExists(lockFile);
      } catch (IOException e) {
        // The next process deletes it.
      }
    }
  }

  private static Path draftOf(Path lockFile) {
    String name = String.valueOf(lockFile.getFileName());
    return lockFile.resolveSibling(name.substring(0, name.length() - LOCK.length()));
  }

  /** Deletes a file, or a folder with all that is in it, if it is there. */
  public static void delete(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(path)) {
      for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause(); // Another process deletes from it.
    }
  }
}
