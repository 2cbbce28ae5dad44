package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.yaml.Printable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lock on a file that one process holds at a time. The operating system releases the lock when the
 * process ends.
 *
 * <p>The file contains the owner's name, which outlives a killed owner; only the lock counts. The
 * lock covers one byte far behind the content, so that other processes can read the content even
 * where locks are mandatory. Closing any channel on a file releases this process's POSIX locks on
 * it. Therefore this class keeps a map of its own locks and never opens a locked file twice. The
 * file stays after the release, since another process may be about to lock it.
 *
 * <p>All users may write to the file. An existing file is opened without the create flag, which
 * Linux denies to all but the owner in a folder like {@code /tmp}. Links are not followed, since
 * another user may have placed one. Nothing is written before the lock is held.
 */
public final class FileLock implements AutoCloseable {

  public sealed interface Answer {

    record Granted(FileLock lock) implements Answer {}

    /**
     * The lock is held by another owner.
     *
     * @param by empty until the owner has written its name
     */
    record Held(Optional<LockOwner> by) implements Answer {}
  }

  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  /** Number of tries: a query for the owner also holds the lock for a moment. */
  private static final int TRIES = 5;

  private static final long QUERY_MILLIS = 2;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Map<Path, LockOwner> OWN = new ConcurrentHashMap<>();

  private final Path file;
  private final LockOwner owner;
  private final FileChannel channel;

  private FileLock(Path file, LockOwner owner, FileChannel channel) {
    this.file = file;
    this.owner = owner;
    this.channel = channel;
  }

  /**
   * Takes the lock, or returns its owner.
   *
   * @throws IOException if the file cannot be written
   */
  public static Answer ask(Path file, LockOwner owner) throws IOException {
    Path real = real(file);
    LockOwner own = OWN.putIfAbsent(real, owner);
    if (own != null) {
      return new Answer.Held(Optional.of(own));
    }
    boolean granted = false;
    try {
      Answer answer = lock(real, owner);
      granted = answer instanceof Answer.Granted;
      return answer;
    } finally {
      if (!granted) {
        OWN.remove(real);
      }
    }
  }

  /**
   * The owner as far as known; empty if the lock is free.
   *
   * @throws IOException if the file cannot be opened
   */
  public static Optional<Answer.Held> look(Path file) throws IOException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    LockOwner own = OWN.get(real(file));
    if (own != null) {
      return Optional.of(new Answer.Held(Optional.of(own)));
    }
    try (FileChannel channel = open(file, Set.of(StandardOpenOption.READ));
        java.nio.channels.FileLock lock = channel.tryLock(LOCKED_BYTE, 1, true)) {
      return lock == null ? Optional.of(new Answer.Held(read(channel))) : Optional.empty();
    }
  }

  private static Path real(Path file) throws IOException {
    Path absolute = file.toAbsolutePath();
    return Objects.requireNonNull(absolute.getParent())
        .toRealPath()
        .resolve(absolute.getFileName());
  }

  private static Answer lock(Path file, LockOwner owner) throws IOException {
    FileChannel channel = open(file);
    boolean kept = false;
    try {
      if (!tryLock(channel)) {
        return new Answer.Held(read(channel));
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(JSON.writeValueAsBytes(owner)), 0);
      kept = true;
      return new Answer.Granted(new FileLock(file, owner, channel));
    } finally {
      if (!kept) {
        channel.close();
      }
    }
  }

  private static FileChannel open(Path file) throws IOException {
    Set<OpenOption> both = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return open(file, both);
    } catch (NoSuchFileException absent) {
      try {
        Files.createFile(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
      } catch (FileAlreadyExistsException e) {
        // Another process has just created the file.
      }
      return open(file, both);
    }
  }

  /** Opens a regular file only: a link could lead to a file that must not be truncated. */
  private static FileChannel open(Path file, Set<OpenOption> options) throws IOException {
    if (!Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .isRegularFile()) {
      throw new FileSystemException(file.toString(), null, "is no regular file; delete it");
    }
    var unfollowed = new HashSet<>(options);
    unfollowed.add(LinkOption.NOFOLLOW_LINKS);
    return FileChannel.open(file, unfollowed);
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    for (int tries = 1; tries <= TRIES; tries++) {
      if (channel.tryLock(LOCKED_BYTE, 1, false) != null) {
        return true;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(QUERY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }

  private static Optional<LockOwner> read(FileChannel channel) throws IOException {
    var bytes = ByteBuffer.allocate(4096);
    channel.read(bytes, 0);
    try {
      return Optional.of(
          JSON.readValue(
              new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8),
              LockOwner.class));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  public LockOwner owner() {
    return owner;
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

  /** Process and run that hold a {@link FileLock}. */
  public record LockOwner(long pid, String run, Instant since, String host, String results) {

    private static final int LONGEST = 300;

    public static LockOwner ofThisProcess(String run, Instant since, String host, Path results) {
      return new LockOwner(
          ProcessHandle.current().pid(),
          run,
          since,
          host,
          results.toAbsolutePath().normalize().toString());
    }

    /**
     * Describes the owner in a short printable line, since another user may have written the file.
     */
    @Override
    public String toString() {
      return "run '%s' (process %d on %s, since %s, results in %s)"
          .formatted(
              shown(run), pid, shown(host), since.truncatedTo(ChronoUnit.SECONDS), shown(results));
    }

    private static String shown(String text) {
      String line = Printable.line(text);
      return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
  }
}
