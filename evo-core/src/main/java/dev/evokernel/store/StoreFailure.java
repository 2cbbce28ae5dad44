package dev.evokernel.store;

import dev.evokernel.backend.EnvironmentException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What SQLite's result codes mean for a run, and what to do about them. */
final class StoreFailure {

  /** The low byte of a result code names the kind of failure; the rest is detail. */
  private static final int PRIMARY = 0xff;

  private StoreFailure() {}

  static EnvironmentException of(SQLException failure, Path file) {
    return new EnvironmentException(message(failure, file), failure);
  }

  static boolean isReadOnly(SQLException failure) {
    return switch (primary(failure)) {
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM -> true;
      default -> false;
    };
  }

  private static String message(SQLException failure, Path file) {
    return switch (primary(failure)) {
      case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
          file
              + " cannot be written. Check the permissions of its folder, or name another one under"
              + " 'results' in evo.yaml.";
      case SQLITE_FULL ->
          "The disk that holds "
              + file
              + " is full. Free some space and resume the run; everything up to here is kept.";
      case SQLITE_NOTADB ->
          file
              + " is not a SQLite database. Move it away, or name another folder under 'results' in"
              + " evo.yaml.";
      case SQLITE_CORRUPT ->
          file
              + " is damaged. Keep a copy, save what can be read with 'sqlite3 "
              + file.getFileName()
              + " .recover', or move it away and start a new one.";
      case SQLITE_BUSY, SQLITE_LOCKED ->
          "Another program has held "
              + file
              + " for too long. Close any sqlite3 shell or viewer that has it open and try again.";
      case SQLITE_IOERR ->
          "Reading or writing "
              + file
              + " failed: "
              + failure.getMessage()
              + ". Check the disk, or name a folder on another one under 'results' in evo.yaml.";
      default -> file + ": " + failure.getMessage();
    };
  }

  private static SQLiteErrorCode primary(SQLException failure) {
    return failure instanceof SQLiteException known
        ? SQLiteErrorCode.getErrorCode(known.getResultCode().code & PRIMARY)
        : SQLiteErrorCode.UNKNOWN_ERROR;
  }
}
