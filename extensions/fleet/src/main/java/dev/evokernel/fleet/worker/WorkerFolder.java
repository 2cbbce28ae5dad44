package dev.evokernel.fleet.worker;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.ContentStore;
import dev.evokernel.fleet.wire.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * Folder of a worker: its identity at brokers, received files, compiled binaries, and unsettled
 * results. One process at a time may use it.
 */
final class WorkerFolder implements AutoCloseable {

  private final Path folder;
  private final FileChannel channel;
  private final String user;
  private final String password;

  private WorkerFolder(Path folder, FileChannel channel, String user, String password) {
    this.folder = folder;
    this.channel = channel;
    this.user = user;
    this.password = password;
  }

  /**
   * Opens the folder, created if missing.
   *
   * @throws EnvironmentException if another worker uses the folder, or it cannot be written
   */
  static WorkerFolder open(Path named) {
    Path folder = named.toAbsolutePath().normalize();
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(channel)) {
        channel.close();
        throw new EnvironmentException(
            "The folder %s is in use by another worker. Name another folder: --folder FOLDER"
                .formatted(folder));
      }
      List<String> known = identity(folder.resolve("identity"));
      return new WorkerFolder(folder, channel, known.get(0), known.get(1));
    } catch (IOException e) {
      throw new EnvironmentException(
          "Cannot use the worker's folder %s: %s. Check its permissions, or name another folder: --folder FOLDER"
              .formatted(folder, e),
          e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock(); // Held until the channel is closed.
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Reads or creates a random id and password, readable only by the owner. */
  private static List<String> identity(Path file) throws IOException {
    if (!Files.exists(file)) {
      Path draft = file.resolveSibling("identity.draft");
      Files.deleteIfExists(draft);
      Files.createFile(
          draft,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(draft, List.of(random(16), random(32)));
      Files.move(draft, file);
    }
    List<String> lines = Files.readAllLines(file);
    if (lines.size() < 2) {
      throw new IOException("the file 'identity' is incomplete; delete it");
    }
    return lines;
  }

  private static String random(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Id of the worker at brokers. */
  String user() {
    return user;
  }

  String password() {
    return password;
  }

  /** Store of received files. */
  ContentStore files() {
    return new ContentStore(cache().resolve("fleet"));
  }

  /** Folder of binaries compiled here. */
  Path cache() {
    return folder.resolve("cache");
  }

  /** Folder of the runs' folders. */
  Path runs() {
    return folder.resolve("runs");
  }

  Outbox outbox() {
    return new Outbox(folder.resolve("outbox"));
  }

  @Override
  public void close() {
    try {
      Objects.requireNonNull(channel).close();
    } catch (IOException e) {
      // The lock ends with the process.
    }
  }
}
