package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/**
 * Tables of the database, and their version. {@code schema.sql} creates them, and {@code
 * upgrade-N.sql} upgrades a file of version N to the next.
 */
final class Schema {

  public static final int VERSION = 17;

  /** Application id of the file, "evo1", for {@code file(1)} and for this program. */
  private static final int APPLICATION = 0x65766f31;

  private static final String ANOTHER = "Name another folder under 'results' in evo.yaml";

  /** Version of 0.1, the oldest that can be upgraded. */
  private static final long OLDEST = 6;

  /** Last version in which only the text of a job has a run's budget. */
  private static final long LAST_WITHOUT_LIMITS = 16;

  private Schema() {}

  /** Creates the tables of a new file, or upgrades an older file. */
  static void prepare(Transaction transaction, Path file) {
    requireKnown(transaction, file);
    transaction.run("PRAGMA journal_mode = WAL");
    transaction.run("BEGIN IMMEDIATE");
    if (isEmpty(transaction)) {
      run(transaction, "schema.sql");
      transaction.run("PRAGMA application_id = " + APPLICATION);
    } else {
      upgrade(transaction, file);
    }
    // Written every time, since SQLite opens a read-only file without an error.
    transaction.run("PRAGMA user_version = " + VERSION);
    transaction.run("COMMIT");
  }

  /** Checks that a file has the tables of {@link #VERSION}. */
  static void requireCurrent(Transaction transaction, Path file) {
    requireKnown(transaction, file);
    if (isEmpty(transaction)) {
      throw new EnvironmentException(file + " holds no run yet. Start one first.");
    }
    if (isOlder(transaction)) {
      throw new EnvironmentException(
          ("%s was written by evo 0.1 (schema %d; this one reads %d) and must be upgraded, but it"
                  + " cannot be written. Copy it to a writable folder or change its permissions.")
              .formatted(file, version(transaction), VERSION));
    }
  }

  /** Checks a file for a reader that must not upgrade it. */
  static void requireNotOlder(Transaction transaction, Path file) {
    requireKnown(transaction, file);
    if (isOlder(transaction)) {
      throw new EnvironmentException(
          ("%s was written by an older evo (schema %d; this one reads %d), and this command does"
                  + " not upgrade it. Run any other command first: evo runs")
              .formatted(file, version(transaction), VERSION));
    }
    requireCurrent(transaction, file);
  }

  static boolean isOlder(Transaction transaction) {
    return !isEmpty(transaction) && version(transaction) < VERSION;
  }

  private static void requireKnown(Transaction transaction, Path file) {
    if (isEmpty(transaction)) {
      return;
    }
    long version = version(transaction);
    if (transaction.number("PRAGMA application_id") != APPLICATION) {
      throw new EnvironmentException(file + " is a database of another program. " + ANOTHER + ".");
    }
    if (version > VERSION) {
      throw new EnvironmentException(
          "%s was written by a newer evo (schema %d; this one knows %d). Update evo. Or: %s."
              .formatted(file, version, VERSION, ANOTHER));
    }
    if (version < OLDEST) {
      throw new EnvironmentException(
          ("%s was written by an older evo (schema %d; this one reads %d and later)."
                  + " %s, or move the file away.")
              .formatted(file, version, OLDEST, ANOTHER));
    }
  }

  private static boolean isEmpty(Transaction transaction) {
    return transaction.number("SELECT count(*) FROM sqlite_schema") == 0;
  }

  private static long version(Transaction transaction) {
    return transaction.number("PRAGMA user_version");
  }

  private static void run(Transaction transaction, String resource) {
    String statements;
    try (InputStream file = Schema.class.getResourceAsStream(resource)) {
      statements =
          new String(Objects.requireNonNull(file, resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String statement : statements.split(";\\s*\n", 0)) {
      transaction.run(statement);
    }
  }

  /** Upgrades within the transaction, since another process may have just upgraded the file. */
  private static void upgrade(Transaction transaction, Path file) {
    if (isOlder(transaction)) {
      requireUnused(transaction, file);
    }
    for (long from = version(transaction); from < VERSION; from++) {
      run(transaction, "upgrade-%d.sql".formatted(from));
      if (from == LAST_WITHOUT_LIMITS) {
        transaction
            .query("SELECT id, job FROM runs", row -> Map.entry(row.text("id"), row.text("job")))
            .forEach(run -> RunTable.job(transaction, run.getKey(), run.getValue()));
      }
    }
  }

  /**
   * Refuses the upgrade while a process of an older evo writes: it would fail at a renamed table.
   */
  private static void requireUnused(Transaction transaction, Path file) {
    for (String run :
        transaction.query("SELECT id FROM runs WHERE status = 'running'", row -> row.text("id"))) {
      if (new RunFolder(file.resolveSibling(run)).holder().isPresent()) {
        throw new EnvironmentException(
            ("%s was written by evo 0.1, and a process of that version is still writing run '%s' to"
                    + " it. Try again when the run has ended; the file is then upgraded.")
                .formatted(file, run));
      }
    }
  }
}
