package dev.evokernel.store;

import static java.util.Comparator.naturalOrder;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;

/**
 * One connection to one file, used by one thread at a time.
 *
 * <p>Changes that wait for their turn at the same time become one transaction: the thread whose
 * turn it is makes them all, in the order in which they came, and they share one wait for the disk.
 * Where one of them fails, each is made in a transaction of its own, so that it fails alone.
 *
 * <p>In WAL mode a commit is in the operating system's hands when it returns: killing the process
 * loses nothing. {@link Durability#MACHINE} also waits for the disk, which costs milliseconds and
 * is worth it for what must survive the machine.
 */
final class Database implements AutoCloseable {

  /** What a commit must outlive. */
  enum Durability {
    PROCESS("NORMAL"),
    MACHINE("FULL");

    private final String synchronous;

    Durability(String synchronous) {
      this.synchronous = synchronous;
    }
  }

  /** What is done within one transaction. */
  @FunctionalInterface
  interface Work<T> {
    T on(Transaction transaction) throws SQLException;
  }

  /** The same, without a result. */
  @FunctionalInterface
  interface Change {
    void on(Transaction transaction) throws SQLException;
  }

  private static final String IN_MEMORY = "jdbc:sqlite::memory:";

  /** The most changes of one transaction; the first of them waits for the last. */
  private static final int AT_ONCE = 128;

  private final Path file;
  private final Connection connection;
  private final Transaction transaction;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<WaitingChange> waiting = new ConcurrentLinkedQueue<>();

  /** Of the file when it was opened; empty in memory. */
  private final Optional<Object> identity;

  private Database(Path file, Connection connection, Optional<Object> identity) {
    this.file = file;
    this.connection = connection;
    this.transaction = new Transaction(connection);
    this.identity = identity;
  }

  /** Creates the file and its folder where they are missing. */
  static Database open(Path file) {
    return open(file, Allowance.USUAL);
  }

  static Database open(Path file, Allowance allowance) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new EnvironmentException(
          "The folder of "
              + file
              + " cannot be made: "
              + e.getMessage()
              + ". Name another one under 'results' in evo.yaml.",
          e);
    }
    return connect(file, "", false, allowance, Schema::prepare);
  }

  /**
   * Opens a file for reading; one of 0.1 is first brought up to date, if it can be written.
   *
   * <p>A folder in which nothing can be written has no room for the shared-memory file that readers
   * of a WAL database use; there, unless a writer has left its log, the file is opened as one that
   * nothing changes.
   */
  static Database openReadOnly(Path file) {
    if (!Files.exists(file)) {
      throw new EnvironmentException(
          "There is no " + file + ". Start a run first, or name the folder of its results.");
    }
    Path absolute = file.toAbsolutePath();
    boolean log = Files.exists(absolute.resolveSibling(file.getFileName() + "-wal"));
    boolean writable = Files.isWritable(absolute.getParent());
    String query = log || writable ? "?mode=ro" : "?immutable=1";
    if (writable && Files.isWritable(absolute) && isOlder(file, query)) {
      open(file).close();
    }
    return connect(file, query, true, Allowance.USUAL, Schema::requireCurrent);
  }

  /** Opens a file for reading as it is: one of an older version is refused. */
  static Database openAsItIs(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    boolean log = Files.exists(file.resolveSibling(file.getFileName() + "-wal"));
    String query = log || Files.isWritable(folder) ? "?mode=ro" : "?immutable=1";
    return connect(file, query, true, Allowance.USUAL, Schema::requireNotOlder);
  }

  private static boolean isOlder(Path file, String query) {
    try (Database database = connect(file, query, true, Allowance.USUAL, (_, _) -> {})) {
      return database.read(Schema::isOlder);
    }
  }

  /** What is done with a file before it is used. */
  @FunctionalInterface
  private interface Check {
    void on(Transaction transaction, Path file) throws SQLException;
  }

  /**
   * @param file names it in messages, and its folder the runs' files
   */
  static Database inMemory(Path file) {
    return connect(IN_MEMORY, file, false, Allowance.USUAL, Schema::prepare);
  }

  private static Database connect(
      Path file, String query, boolean readOnly, Allowance allowance, Check check) {
    String address = "jdbc:sqlite:" + file.toAbsolutePath().toUri() + query;
    return connect(address, file, readOnly, allowance, check);
  }

  private static Database connect(
      String address, Path file, boolean readOnly, Allowance allowance, Check check) {
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
        check.on(database.transaction, file);
        return database;
      } catch (SQLException | RuntimeException e) {
        database.connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw StoreFailure.of(e, file);
    }
  }

  Path file() {
    return file;
  }

  void vacuum() {
    try {
      run("VACUUM");
    } catch (SQLException e) {
      throw StoreFailure.of(e, file);
    }
  }

  /** Outside of any transaction but what the statement itself begins or ends. */
  void run(String sql) throws SQLException {
    lock.lock();
    try {
      transaction.run(sql);
    } finally {
      lock.unlock();
    }
  }

  /** Sees one state of the file throughout. */
  <T> T read(Work<T> work) {
    lock.lock();
    try {
      transaction.run("BEGIN");
      return committed(work);
    } catch (SQLException e) {
      throw StoreFailure.of(e, file);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs a change in a transaction, which others that wait may share. It may run on the thread of
   * another of them, and twice where one of them fails.
   *
   * @throws EnvironmentException also if the file is no longer at its path: SQLite would go on
   *     writing to a file without a name, and everything would be lost with the process
   */
  void write(Durability durability, Change change) {
    var mine = new WaitingChange(durability, change);
    waiting.add(mine);
    lock.lock();
    try {
      while (!mine.isOver()) {
        var together = new ArrayList<WaitingChange>();
        while (together.size() < AT_ONCE && !waiting.isEmpty()) {
          together.add(waiting.remove());
        }
        writeAll(together);
      }
    } finally {
      lock.unlock();
    }
    mine.requireMade(file);
  }

  private void writeAll(List<WaitingChange> together) {
    boolean begun = false;
    try {
      requireFile();
      Durability most =
          together.stream().map(WaitingChange::durability).max(naturalOrder()).orElseThrow();
      transaction.run("PRAGMA synchronous = " + most.synchronous);
      transaction.run("BEGIN IMMEDIATE");
      begun = true;
      committed(
          within -> {
            for (WaitingChange one : together) {
              one.change().on(within);
            }
            return true;
          });
      together.forEach(WaitingChange::made);
    } catch (SQLException | RuntimeException | Error e) {
      if (begun && together.size() > 1) {
        together.forEach(one -> writeAll(List.of(one)));
      } else {
        together.forEach(one -> one.failed(e));
      }
    }
  }

  /**
   * Runs a change of one run in a transaction, as {@link #write}.
   *
   * @throws IllegalArgumentException if the run has not begun
   */
  void change(String run, Durability durability, Change change) {
    write(
        durability,
        transaction -> {
          if (!RunTable.exists(transaction, run)) {
            throw new IllegalArgumentException("No run '" + run + "' has begun in " + file + ".");
          }
          change.on(transaction);
        });
  }

  /**
   * The same as {@link #write} with another file attached as {@link MergedRows#OTHER}, which has
   * the same tables.
   */
  void writeWith(Path other, Durability durability, Change change) {
    lock.lock();
    try {
      transaction.update("ATTACH DATABASE ? AS " + MergedRows.OTHER, other.toString());
      try {
        write(durability, change);
      } finally {
        transaction.run("DETACH DATABASE " + MergedRows.OTHER);
      }
    } catch (SQLException e) {
      throw StoreFailure.of(e, file);
    } finally {
      lock.unlock();
    }
  }

  /** A copy of a file at one instant, also while others write to it. */
  static void copy(Path file, Path to) {
    try (Database database = connect(file, "?mode=ro", true, Allowance.USUAL, (_, _) -> {})) {
      database.transaction.update("VACUUM INTO ?", to.toString());
    } catch (SQLException e) {
      throw StoreFailure.of(e, file);
    }
  }

  private void requireFile() {
    if (identity.isPresent() && !identity.equals(identity(file))) {
      throw new EnvironmentException(
          "%s is gone: it, or a folder above it, was deleted or moved while this run was writing to it. The run stops, since nothing more would be kept. If the folder was moved, move it back and resume the run; if it was deleted, the run is lost with it: start it again."
              .formatted(file.toAbsolutePath()));
    }
  }

  /** Device and inode; empty if there is no such file. */
  private static Optional<Object> identity(Path file) {
    try {
      return Optional.ofNullable(Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Ends the transaction that has begun. */
  private <T> T committed(Work<T> work) throws SQLException {
    try {
      T result = work.on(transaction);
      transaction.run("COMMIT");
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      rollBack(e);
      throw e;
    }
  }

  /** After some failures SQLite has rolled back already, and says so. */
  private void rollBack(Throwable cause) {
    try {
      transaction.run("ROLLBACK");
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      connection.close();
    } catch (SQLException e) {
      throw StoreFailure.of(e, file);
    } finally {
      lock.unlock();
    }
  }
}
