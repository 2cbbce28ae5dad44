package dev.evokernel.store;

import dev.evokernel.backend.file.EnvironmentException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Message and remedy for each SQLite result code. */
final class StoreFailure {

  /** Call of JDBC. */
  @FunctionalInterface
  interface Sql<T> {
    T call() throws SQLException;
  }

  private static final int PRIMARY = 0xff;

  private static final String ANOTHER = " name another folder under 'results' in evo.yaml.";

  private StoreFailure() {}

  /** Calls JDBC. */
  static <T> T explained(Path file, Sql<T> sql) {
    try {
      return sql.call();
    } catch (SQLException e) {
      throw of(e, file);
    }
  }

  static EnvironmentException of(SQLException failure, Path file) {
    return new EnvironmentException(message(failure, file), failure);
  }

  private static String message(SQLException failure, Path file) {
    return switch (primary(failure)) {
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
          file + " cannot be written. Check the permissions of its folder, or" + ANOTHER;
      case SQLITE_FULL ->
          "The disk that holds %s is full. Free some space and try again; nothing stored is lost."
              .formatted(file);
      case SQLITE_NOTADB -> file + " is not a SQLite database. Move it away, or" + ANOTHER;
      case SQLITE_CORRUPT ->
          ("%s is damaged. Copy it and recover what is readable: sqlite3 %s .recover."
                  + " Or move it away and start a new one.")
              .formatted(file, file.getFileName());
      case SQLITE_BUSY, SQLITE_LOCKED ->
          ("Another program has locked %s for too long."
                  + " Close any sqlite3 shell or viewer on it and try again.")
              .formatted(file);
      case SQLITE_IOERR ->
          "Reading or writing %s failed: %s. Check the disk, or%s"
              .formatted(file, failure.getMessage(), ANOTHER);
      default -> file + ": " + failure.getMessage();
    };
  }

  private static SQLiteErrorCode primary(SQLException failure) {
    return failure instanceof SQLiteException known
        ? SQLiteErrorCode.getErrorCode(known.getResultCode().code & PRIMARY)
        : SQLiteErrorCode.UNKNOWN_ERROR;
  }
}
