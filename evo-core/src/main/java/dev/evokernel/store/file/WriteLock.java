package dev.evokernel.store.file;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.record.Allowance;
import dev.evokernel.store.sql.StoreFailure;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Write transaction on a separate connection, as an open shell or viewer may hold. For the
 * self-test.
 */
public final class WriteLock implements AutoCloseable {

  private final Database database;
  private final Path file;

  private WriteLock(Database database, Path file) {
    this.database = database;
    this.file = file;
  }

  /**
   * Begins the transaction.
   *
   * @throws EnvironmentException if another connection holds one, or the file fails
   */
  public static WriteLock take(Path file) {
    Database database = Database.open(file, Allowance.USUAL);
    try {
      database.run("BEGIN IMMEDIATE");
      return new WriteLock(database, file);
    } catch (SQLException e) {
      database.close();
      throw StoreFailure.of(e, file);
    }
  }

  /** Rolls the transaction back. */
  @Override
  public void close() {
    try (database) {
      database.run("ROLLBACK");
    } catch (SQLException e) {
      throw StoreFailure.of(e, file);
    }
  }
}
