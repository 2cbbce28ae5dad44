package dev.evokernel.backend.file;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Unfinished file or folder under a new path. Closing deletes it, unless it was moved to its place
 * before.
 *
 * <p>A locked lock file lies beside each draft. The system releases the lock when the process ends,
 * for whatever reason. A draft without a locked file was therefore left behind by an ended process.
 * A process id would not show this, because ids are reused and differ between containers. The path
 * exists only while its lock file exists.
 */
public final class Draft implements AutoCloseable {

  private static final String LOCK = ".lock";
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private static final int TRIES = 5;

  /** Drafts of this process, which its own file locks do not protect from itself. */
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
   * Creates a draft in a folder, which is created when missing. Nothing exists at the draft's path
   * yet.
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
        channel.close(); // Another process deleted the file before it was locked.
      } catch (NoSuchFileException e) {
        if (tries == TRIES) {
          OWN.remove(lockFile);
          throw e; // The folder is deleted as soon as it is created.
        }
      }
      OWN.remove(lockFile);
    }
  }

  /**
   * Creates a folder in shared memory, or below another folder if the machine has none with room.
   */
  public static Draft sharedFolder(Path otherwise, long bytes) throws IOException {
    Path shared = SHARED_MEMORY.resolve("evo-" + System.getProperty("user.name"));
    boolean hasRoom =
        Files.isWritable(SHARED_MEMORY)
            && Files.getFileStore(SHARED_MEMORY).getUsableSpace() > bytes;
    if (hasRoom) {
      tidy(shared);
    }
    Draft draft = in(hasRoom ? shared : otherwise);
    Files.createDirectory(draft.path);
    return draft;
  }

  public Path path() {
    return path;
  }

  public boolean isLost() {
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
      // The draft was just closed, or another thread is deleting it.
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

  /** Deletes all drafts of this process before it ends. */
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

  /** Deletes a file or a folder with its content, if present. */
  public static void delete(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    try (Stream<Path> walk = Files.walk(path)) {
      for (Path file : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause(); // Another process deletes from the folder.
    }
  }
}
