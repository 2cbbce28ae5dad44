package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import org.jspecify.annotations.Nullable;

/**
 * Bounded folder of reproducible results, shared by all processes of all runs.
 *
 * <pre>
 * size                    the bound, in bytes
 * lock                    held by the one process that evicts
 * drafts/                 unfinished entries
 * keys/ab/ab…             results of compilations
 * binaries/cd/cd….so      compiled binaries, named by the digest of their content
 * expected/ef…/           outputs of a reference
 * inputs/gh…/             inputs that a command made
 * tools/                  digests of compilers
 * </pre>
 *
 * <p>A file with its final name is complete, because it was written under another name and then
 * renamed. A full disk or a power loss can still leave torn files. Readers therefore verify
 * checksums and treat a file with a wrong checksum as missing.
 *
 * <p>The folder has the bound, not a process, so that two runs agree on it. Eviction begins with
 * the least recently used entries. Entries used within the last hour always stay, because a process
 * may hold their path and open it later.
 */
public final class CacheFolder {

  /** Bound of a folder without a {@code size} file. */
  public static final long DEFAULT_BYTES = 4L << 30;

  /** Time after its last use in which an entry is not evicted. */
  static final Duration IN_USE = Duration.ofHours(1);

  private static final long LEAST_FREE_BYTES = 64 << 10;

  /** Fraction of the bound that a process adds before it checks the whole folder. */
  private static final int SWEEPS_PER_BOUND = 256;

  /** Fraction of the bound that eviction leaves free. */
  private static final int ROOM = 8;

  private static final AtomicBoolean SWEEPING = new AtomicBoolean();

  /**
   * Fill level of the folder.
   *
   * @param bytes on disk, in whole blocks
   * @param eldest last use of the least recently used entry
   */
  public record Usage(long bytes, long limit, int entries, Optional<Instant> eldest) {}

  private final Path folder;
  private final InstantSource clock;
  private final AtomicLong added = new AtomicLong(Long.MAX_VALUE / 2);

  public CacheFolder(Path folder) {
    this(folder, InstantSource.system());
  }

  CacheFolder(Path folder, InstantSource clock) {
    this.folder = folder.toAbsolutePath();
    this.clock = clock;
  }

  public Path path() {
    return folder;
  }

  Path at(String first, String... more) {
    return folder.resolve(Path.of(first, more));
  }

  @Override
  public String toString() {
    return folder.toString();
  }

  /**
   * Sets the bound for all processes.
   *
   * @throws EnvironmentException if the bound cannot be written
   */
  public void bound(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "The bound of a cache must be > 0 bytes, was " + bytes + ".");
    }
    try {
      if (limit() != bytes || !Files.exists(at("size"))) {
        try (Draft draft = draft()) {
          Files.writeString(draft.path(), bytes + "\n");
          Files.createDirectories(folder);
          Files.move(draft.path(), at("size"), StandardCopyOption.ATOMIC_MOVE);
        }
      }
    } catch (IOException e) {
      throw failure(e);
    }
  }

  public Usage usage() {
    try {
      List<CacheEntry> entries = CacheEntry.all(folder);
      return new Usage(
          entries.stream().mapToLong(CacheEntry::bytes).sum(),
          limit(),
          entries.size(),
          entries.stream().map(CacheEntry::used).min(Comparator.naturalOrder()));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  public EnvironmentException failure(IOException e) {
    return new EnvironmentException(
        "The cache %s failed: %s. Free space there, or make it writable.".formatted(folder, e), e);
  }

  /**
   * Tells a full disk, which does not depend on the candidate, from a compile error.
   *
   * @param output the messages of a failed compiler, whose drafts go to the temporary folder
   * @throws EnvironmentException if a disk was full
   */
  public void checkRoom(String output) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    Optional<Path> full = Stream.of(folder, temporary).filter(CacheFolder::hasNoRoom).findFirst();
    if (full.isPresent() || output.contains("No space left on device")) {
      throw new EnvironmentException(
          "The disk of %s is full: the compiler cannot write there. Free some space and try again; stored results are kept."
              .formatted(full.map(Path::toString).orElse(folder + " or " + temporary)));
    }
  }

  private static boolean hasNoRoom(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace() < LEAST_FREE_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  public Draft draft() throws IOException {
    return Draft.in(at("drafts"));
  }

  void use(Path entry) throws IOException {
    Files.setLastModifiedTime(entry, FileTime.from(clock.instant()));
  }

  /**
   * Moves a finished draft to its place, where another process may have stored an equal entry
   * before.
   */
  void publish(Path draft, Path entry) throws IOException {
    long bytes = CacheEntry.bytes(draft);
    Files.createDirectories(Objects.requireNonNull(entry.getParent()));
    use(draft);
    try {
      Files.move(draft, entry, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (!Files.isDirectory(entry)) {
        throw e;
      }
    }
    if (added.addAndGet(bytes) > limit() / SWEEPS_PER_BOUND) {
      added.set(0);
      sweep();
    }
  }

  /**
   * Deletes drafts of ended processes and evicts entries beyond the bound; one process at a time.
   */
  void sweep() throws IOException {
    if (!SWEEPING.compareAndSet(false, true)) {
      return;
    }
    Files.createDirectories(folder);
    try (FileChannel channel =
            FileChannel.open(at("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Draft.tidy(at("drafts"));
        evict(CacheEntry.all(folder), limit());
      }
    } catch (OverlappingFileLockException e) {
      // Another process is evicting.
    } finally {
      SWEEPING.set(false);
    }
  }

  private void evict(List<CacheEntry> entries, long limit) throws IOException {
    long bytes = entries.stream().mapToLong(CacheEntry::bytes).sum();
    if (bytes <= limit - limit / ROOM / 2) {
      return;
    }
    Instant unused = clock.instant().minus(IN_USE);
    for (CacheEntry entry :
        entries.stream().sorted(Comparator.comparing(CacheEntry::used)).toList()) {
      if (bytes <= limit - limit / ROOM || entry.used().isAfter(unused)) {
        return;
      }
      bytes -= evicted(entry, unused) ? entry.bytes() : 0;
    }
  }

  /** Moves an entry away and deletes it, unless it was used in the meantime. */
  private boolean evicted(CacheEntry entry, Instant unused) throws IOException {
    try (Draft away = draft()) {
      Files.move(entry.path(), away.path(), StandardCopyOption.ATOMIC_MOVE);
      if (!Files.getLastModifiedTime(away.path()).toInstant().isAfter(unused)) {
        return true;
      }
      if (!Files.exists(entry.path())) {
        Files.move(away.path(), entry.path(), StandardCopyOption.ATOMIC_MOVE);
      }
      return false;
    } catch (NoSuchFileException gone) {
      return true;
    }
  }

  private long limit() {
    try {
      return Long.parseLong(Files.readString(at("size")).strip());
    } catch (IOException | NumberFormatException none) {
      return DEFAULT_BYTES;
    }
  }
}
