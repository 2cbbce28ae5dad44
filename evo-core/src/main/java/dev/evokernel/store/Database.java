package dev.evokernel.store;

import static java.util.Comparator.naturalOrder;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;

/**
 * Connection to one database file.
 *
 * <p>Concurrent changes are grouped into one transaction: the thread that holds the lock makes all
 * waiting changes in the order of their arrival, and they share one wait for the disk. If one of
 * them fails, each is repeated in a transaction of its own, so that it fails alone.
 *
 * <p>In WAL mode the operating system has a commit when it returns: killing the process loses
 * nothing. {@link Durability#MACHINE} also waits for the disk. That costs milliseconds and is worth
 * it for data that must survive a crash of the machine.
 */
public final class Database implements AutoCloseable {

  /** Failure that a commit must survive. */
  public enum Durability {
    PROCESS("NORMAL"),
    MACHINE("FULL");

    private final String synchronous;

    Durability(String synchronous) {
      this.synchronous = synchronous;
    }
  }

  private record Waiting(
      Durability durability, Consumer<Transaction> change, CompletableFuture<Boolean> over) {}

  static final String OTHER = "other";

  private static final String IN_MEMORY = "jdbc:sqlite::memory:";

  /** Maximum number of changes in one transaction; the first of them waits for the last. */
  private static final int AT_ONCE = 128;

  private final Path file;
  private final Connection connection;
  private final Transaction transaction;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

  private final Optional<Object> identity;

  private Database(Path file, Connection connection, Optional<Object> identity) {
    this.file = file;
    this.connection = connection;
    this.transaction = new Transaction(connection, file);
    this.identity = identity;
  }

  public static Database open(Path file, Allowance allowance) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new EnvironmentException(
          "The folder of %s cannot be created: %s. Name another one under 'results' in evo.yaml."
              .formatted(file, e.getMessage()),
          e);
    }
    return connect(file, "", false, allowance, Schema::prepare);
  }

  /**
   * Takes the write lock of a file, as an open shell or viewer may do, and returns its release. For
   * the self-test.
   */
  public static Runnable lock(Path file) {
    Database database = open(file, Allowance.USUAL);
    try {
      database.run("BEGIN IMMEDIATE");
    } catch (EnvironmentException e) {
      database.close();
      throw e;
    }
    return () -> {
      try (database) {
        database.run("ROLLBACK");
      }
    };
  }

  /** Opens a file for reading; first upgrades a writable file of an older version. */
  public static Database openReadOnly(Path file) {
    if (!Files.exists(file)) {
      throw new EnvironmentException(
          file + " does not exist. Start a run first, or name the folder of its results.");
    }
    String query = readOnly(file);
    boolean writable =
        Files.isWritable(file) && Files.isWritable(file.toAbsolutePath().getParent());
    if (writable && isOlder(file, query)) {
      open(file, Allowance.USUAL).close();
    }
    return connect(file, query, true, Allowance.USUAL, Schema::requireCurrent);
  }

  /** Opens a file for reading; refuses a file of an older version. */
  public static Database openAsItIs(Path file) {
    return connect(file, readOnly(file), true, Allowance.USUAL, Schema::requireNotOlder);
  }

  /**
   * Options of a connection that reads. Readers of a WAL database need a shared-memory file beside
   * it. In a read-only folder without a log, the file is opened as immutable instead.
   */
  private static String readOnly(Path file) {
    boolean log = Files.exists(file.resolveSibling(file.getFileName() + "-wal"));
    boolean writable = Files.isWritable(file.toAbsolutePath().getParent());
    return log || writable ? "?mode=ro" : "?immutable=1";
  }

  private static boolean isOlder(Path file, String query) {
    try (Database database = connect(file, query, true, Allowance.USUAL, (_, _) -> {})) {
      return database.read(Schema::isOlder);
    }
  }

  /**
   * Opens a database in memory. The file gives its name in messages and the place of the runs'
   * folders.
   */
  public static Database inMemory(Path file) {
    return connect(IN_MEMORY, file, false, Allowance.USUAL, Schema::prepare);
  }

  private static Database connect(
      Path file,
      String query,
      boolean readOnly,
      Allowance allowance,
      BiConsumer<Transaction, Path> check) {
    String address = "jdbc:sqlite:" + file.toAbsolutePath().toUri() + query;
    return connect(address, file, readOnly, allowance, check);
  }

  private static Database connect(
      String address,
      Path file,
      boolean readOnly,
      Allowance allowance,
      BiConsumer<Transaction, Path> check) {
    var config = new SQLiteConfig();
    config.setBusyTimeout(Math.toIntExact(allowance.patience().toMillis()));
    config.setMaxPageCount(allowance.pages());
    config.enforceForeignKeys(true);
    config.setReadOnly(readOnly);
    try {
      Connection connection = config.createConnection(address);
      var database =
          new Database(
              file, connection, address.equals(IN_MEMORY) ? Optional.empty() : identity(file));
      try {
        check.accept(database.transaction, file);
        return database;
      } catch (RuntimeException e) {
        database.connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw StoreFailure.of(e, file);
    }
  }

  public Path file() {
    return file;
  }

  /** Runs a statement outside any transaction that it does not begin or end itself. */
  public void run(String sql) {
    locked(
        within -> {
          within.run(sql);
          return true;
        });
  }

  /** Reads one consistent state of the file. */
  public <T> T read(Function<Transaction, T> work) {
    return locked(
        within -> {
          within.run("BEGIN");
          return committed(work);
        });
  }

  private <T> T locked(Function<Transaction, T> work) {
    lock.lock();
    try {
      return work.apply(transaction);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs a change in a transaction, possibly together with other waiting changes. The change may
   * run on another thread, and twice if another change fails.
   *
   * @throws EnvironmentException also if the file is no longer at its path: SQLite would go on
   *     writing to an unlinked file, and everything would be lost with the process
   */
  public void write(Durability durability, Consumer<Transaction> change) {
    var mine = new Waiting(durability, change, new CompletableFuture<>());
    waiting.add(mine);
    lock.lock();
    try {
      while (!mine.over().isDone()) {
        var together = new ArrayList<Waiting>();
        while (together.size() < AT_ONCE && !waiting.isEmpty()) {
          together.add(waiting.remove());
        }
        writeAll(together);
      }
    } finally {
      lock.unlock();
    }
    if (mine.over().isCompletedExceptionally()) {
      switch (mine.over().exceptionNow()) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        case Throwable e -> throw new IllegalStateException(e);
      }
    }
  }

  private void writeAll(List<Waiting> together) {
    boolean begun = false;
    try {
      requireFile();
      Durability most =
          together.stream().map(Waiting::durability).max(naturalOrder()).orElseThrow();
      transaction.run("PRAGMA synchronous = " + most.synchronous);
      transaction.run("BEGIN IMMEDIATE");
      begun = true;
      committed(
          within -> {
            for (Waiting change : together) {
              change.change().accept(within);
            }
            return true;
          });
      together.forEach(change -> change.over().complete(true));
    } catch (RuntimeException | Error e) {
      if (begun && together.size() > 1) {
        together.forEach(change -> writeAll(List.of(change)));
      } else {
        together.forEach(change -> change.over().completeExceptionally(e));
      }
    }
  }

  /**
   * Runs a change of one run in a transaction, as {@link #write}.
   *
   * @throws IllegalArgumentException if the run has not begun
   */
  public void change(String run, Durability durability, Consumer<Transaction> change) {
    write(
        durability,
        transaction -> {
          if (!RunTable.exists(transaction, run)) {
            throw new IllegalArgumentException("No run '" + run + "' has begun in " + file + ".");
          }
          change.accept(transaction);
        });
  }

  /** Runs a change as {@link #write}, with a file of the same schema attached as {@link #OTHER}. */
  public void writeWith(Path other, Durability durability, Consumer<Transaction> change) {
    locked(
        within -> {
          within.update("ATTACH DATABASE ? AS " + OTHER, other.toString());
          try {
            write(durability, change);
          } finally {
            within.run("DETACH DATABASE " + OTHER);
          }
          return true;
        });
  }

  /** Copies a file at one instant, also during writes. */
  public static void copy(Path file, Path to) {
    try (Database database = connect(file, "?mode=ro", true, Allowance.USUAL, (_, _) -> {})) {
      database.transaction.update("VACUUM INTO ?", to.toString());
    }
  }

  private void requireFile() {
    if (identity.isPresent() && !identity.equals(identity(file))) {
      throw new EnvironmentException(
          ("%s is gone: the file or a folder above it was deleted or moved during the run. The run"
                  + " stops. If the folder was moved, move it back and resume the run. If it was"
                  + " deleted, start the run again.")
              .formatted(file.toAbsolutePath()));
    }
  }

  private static Optional<Object> identity(Path file) {
    try {
      return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private <T> T committed(Function<Transaction, T> work) {
    try {
      T result = work.apply(transaction);
      transaction.run("COMMIT");
      return result;
    } catch (RuntimeException | Error e) {
      rollBack(e);
      throw e;
    }
  }

  /** Rolls back. SQLite throws if it has already rolled back after the failure. */
  private void rollBack(Throwable cause) {
    try {
      transaction.run("ROLLBACK");
    } catch (EnvironmentException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    locked(
        _ ->
            StoreFailure.explained(
                file,
                () -> {
                  connection.close();
                  return true;
                }));
  }

  /**
   * Limits of a store.
   *
   * @param patience time to wait for another program that writes to the file
   * @param pages of 4 KiB that the file may have; a write beyond them fails as on a full disk
   */
  public record Allowance(Duration patience, int pages) {

    /** Ten seconds, and as many pages as the disk holds. */
    public static final Allowance USUAL = new Allowance(Duration.ofSeconds(10), Integer.MAX_VALUE);

    public Allowance {
      if (patience.isNegative() || pages < 1) {
        throw new IllegalArgumentException(
            "A store needs patience ≥ 0 and pages > 0, was " + patience + " and " + pages + ".");
      }
    }
  }
}
