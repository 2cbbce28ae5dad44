package dev.evokernel.store.file;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.store.sql.Transaction;
import dev.evokernel.store.table.BaselineTable;
import dev.evokernel.store.table.FlagTables;
import dev.evokernel.store.table.InitialConfigurationTable;
import dev.evokernel.store.table.LimitsTable;
import dev.evokernel.store.table.RunTable;
import java.sql.SQLException;

/** Tables of the database, and their version. */
public final class Schema {

  public static final int VERSION = 14;

  /** Application id of the file, "evo1", for {@code file(1)} and for this program. */
  private static final int APPLICATION = 0x65766f31;

  private static final String ANOTHER = "Name another folder under 'results' in evo.yaml";

  private static final List<String> TABLES =
      Stream.of(
              runTables(),
              finals(", processes TEXT CHECK (json_valid(processes))"),
              List.of(
                  FlagTables.RECOVERY_CHECKS, FlagTables.RECOVERY_CHECKS_INDEX, RunTable.DEVICES),
              FlagTables.DEFINITIONS,
              BaselineTable.DEFINITIONS,
              LimitsTable.DEFINITIONS,
              List.of(InitialConfigurationTable.DEFINITION, InitialConfigurationTable.MIGRANTS))
          .flatMap(List::stream)
          .toList();

  private static List<String> runTables() {
    return List.of(
        """
        CREATE TABLE runs (
          id TEXT PRIMARY KEY,
          kernel TEXT NOT NULL, folder TEXT NOT NULL, source_hash TEXT NOT NULL,
          backend TEXT NOT NULL,
          device_id TEXT NOT NULL, device_model TEXT NOT NULL, driver TEXT NOT NULL,
          architecture TEXT,
          compiler TEXT NOT NULL, host TEXT NOT NULL,
          git_commit TEXT, git_dirty INTEGER,
          evo_version TEXT NOT NULL, seed INTEGER NOT NULL, job TEXT NOT NULL,
          objective TEXT CHECK (json_valid(objective)),
          parameters TEXT NOT NULL CHECK (json_valid(parameters)),
          default_configuration TEXT NOT NULL CHECK (json_valid(default_configuration)),
          default_fingerprint TEXT NOT NULL,
          started TEXT NOT NULL, finished TEXT,
          status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'interrupted')),
          spent_nanos INTEGER NOT NULL DEFAULT 0,
          time_budget TEXT CHECK (json_valid(time_budget)),
          verdict TEXT CHECK (json_valid(verdict)),
          arithmetic TEXT,
          ending TEXT,
          macros TEXT CHECK (json_valid(macros)),
          portfolio TEXT CHECK (json_valid(portfolio)),
          fleet TEXT
        ) STRICT\
        """,
        """
        CREATE TABLE shapes (
          run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          name TEXT NOT NULL,
          dimensions TEXT NOT NULL CHECK (json_valid(dimensions)),
          flops REAL NOT NULL, bytes REAL NOT NULL,
          cache TEXT NOT NULL CHECK (cache IN ('hot', 'cold')),
          PRIMARY KEY (run, name)
        ) STRICT\
        """,
        """
        CREATE TABLE candidates (
          id INTEGER PRIMARY KEY,
          run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
          number INTEGER NOT NULL CHECK (number >= 1),
          generation INTEGER NOT NULL, origin TEXT NOT NULL,
          configuration TEXT NOT NULL CHECK (json_valid(configuration)),
          fingerprint TEXT NOT NULL,
          parents TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(parents)),
          state TEXT NOT NULL CHECK (state IN ('attempting', 'finished')),
          attempts INTEGER NOT NULL,
          outcome TEXT, shape TEXT, message TEXT, objective REAL, digest TEXT,
          compile_nanos INTEGER, evaluate_nanos INTEGER, finished TEXT,
          shapes TEXT CHECK (json_valid(shapes)),
          check_nanos INTEGER,
          device INTEGER NOT NULL DEFAULT 0, scale REAL NOT NULL DEFAULT 1,
          UNIQUE (run, number),
          CHECK ((state = 'finished') = (outcome IS NOT NULL))
        ) STRICT\
        """,
        "CREATE INDEX candidates_by_fingerprint ON candidates (run, fingerprint)",
        """
        CREATE TABLE measurements (
          candidate INTEGER NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          shape TEXT NOT NULL,
          p50 REAL NOT NULL, p90 REAL NOT NULL, minimum REAL NOT NULL,
          mean REAL NOT NULL, deviation REAL NOT NULL,
          count INTEGER NOT NULL, launches INTEGER NOT NULL,
          samples TEXT NOT NULL CHECK (json_valid(samples)),
          accuracy TEXT NOT NULL CHECK (json_valid(accuracy)),
          device_state TEXT,
          registers INTEGER, local_bytes INTEGER, static_shared INTEGER, dynamic_shared INTEGER,
          occupancy REAL, joules REAL,
          PRIMARY KEY (candidate, shape)
        ) STRICT\
        """);
  }

  /**
   * @param later columns since version 7
   */
  private static List<String> finals(String later) {
    return List.of(
        """
        CREATE TABLE finals (
          run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          candidate INTEGER NOT NULL REFERENCES candidates (id) ON DELETE CASCADE,
          role TEXT NOT NULL CHECK (role IN ('champion', 'default', 'finalist')),
          shape TEXT NOT NULL,
          p50 REAL NOT NULL, p90 REAL NOT NULL, count INTEGER NOT NULL,
          samples TEXT NOT NULL CHECK (json_valid(samples)),
          joules REAL,
          ratio REAL, low REAL, high REAL, confidence REAL, p_value REAL, cliffs_delta REAL,
          device_state TEXT%s,
          PRIMARY KEY (candidate, shape)
        ) STRICT\
        """
            .formatted(later),
        "CREATE INDEX finals_by_run ON finals (run)");
  }

  /** Statements that upgrade a file to the next version. Version 6 is that of 0.1. */
  private static final Map<Long, List<String>> UPGRADES =
      Map.of(
          6L,
          renamed(),
          7L,
          List.of("ALTER TABLE runs ADD COLUMN ending TEXT"),
          8L,
          List.of("ALTER TABLE finals ADD COLUMN processes TEXT CHECK (json_valid(processes))"),
          9L,
          List.of("ALTER TABLE runs ADD COLUMN macros TEXT CHECK (json_valid(macros))"),
          10L,
          List.of(
              "ALTER TABLE candidates ADD COLUMN shapes TEXT CHECK (json_valid(shapes))",
              "ALTER TABLE runs ADD COLUMN portfolio TEXT CHECK (json_valid(portfolio))"),
          11L,
          List.of("ALTER TABLE candidates ADD COLUMN check_nanos INTEGER"),
          12L,
          List.of(
              "ALTER TABLE candidates ADD COLUMN device INTEGER NOT NULL DEFAULT 0",
              "ALTER TABLE candidates ADD COLUMN scale REAL NOT NULL DEFAULT 1",
              "ALTER TABLE drift_checks ADD COLUMN device INTEGER NOT NULL DEFAULT 0",
              RunTable.DEVICES),
          13L,
          List.of("ALTER TABLE runs ADD COLUMN fleet TEXT", InitialConfigurationTable.MIGRANTS));

  private static final long OLDEST = 6;

  private Schema() {}

  /** Renames to the words of docs/glossary.md in version 7; it changes nothing else. */
  private static List<String> renamed() {
    return Stream.of(
            List.of(
                "ALTER TABLE runs RENAME COLUMN incumbent TO default_configuration",
                "ALTER TABLE runs RENAME COLUMN incumbent_fingerprint TO default_fingerprint",
                "UPDATE candidates SET origin = 'default' WHERE origin = 'incumbent'",
                "ALTER TABLE finals RENAME TO finals_of_0_1",
                "DROP INDEX finals_by_run"),
            finals(""),
            List.of(
                """
                INSERT INTO finals
                SELECT run, position, candidate, iif(role = 'incumbent', 'default', role), shape,
                  p50, p90, count, samples, joules, ratio, low, high, confidence, p_value,
                  cliffs_delta, device_state
                FROM finals_of_0_1\
                """,
                "DROP TABLE finals_of_0_1",
                "DROP INDEX sentinel_by_run",
                "ALTER TABLE sentinel RENAME TO recovery_checks",
                FlagTables.RECOVERY_CHECKS_INDEX,
                "DROP INDEX drift_by_run",
                "ALTER TABLE drift RENAME TO drift_checks",
                "CREATE INDEX drift_checks_by_run ON drift_checks (run)",
                "ALTER TABLE doubts RENAME TO suspects",
                "ALTER TABLE seeds RENAME TO initial_configurations"),
            renamedJobKeys())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Creates the tables of a new file, or upgrades an older file.
   *
   * @throws EnvironmentException if the file belongs to another program, has an unreadable version,
   *     or is in use by a process of an older evo
   */
  static void prepare(Transaction transaction, Path file) throws SQLException {
    requireKnown(transaction, file);
    transaction.run("PRAGMA journal_mode = WAL");
    transaction.run("BEGIN IMMEDIATE");
    if (isEmpty(transaction)) {
      for (String table : TABLES) {
        transaction.run(table);
      }
      transaction.run("PRAGMA application_id = " + APPLICATION);
    } else {
      upgrade(transaction, file);
    }
    // Written every time, since SQLite opens a read-only file without an error.
    transaction.run("PRAGMA user_version = " + VERSION);
    transaction.run("COMMIT");
  }

  /**
   * Checks that a file has the tables of {@link #VERSION}.
   *
   * @throws EnvironmentException otherwise
   */
  static void requireCurrent(Transaction transaction, Path file) throws SQLException {
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

  /**
   * Checks a file for a reader that must not upgrade it.
   *
   * @throws EnvironmentException if the file has other tables, or none
   */
  static void requireNotOlder(Transaction transaction, Path file) throws SQLException {
    requireKnown(transaction, file);
    if (isOlder(transaction)) {
      throw new EnvironmentException(
          ("%s was written by an older evo (schema %d; this one reads %d), and this command does"
                  + " not upgrade it. Run any other command first: evo runs")
              .formatted(file, version(transaction), VERSION));
    }
    requireCurrent(transaction, file);
  }

  /** Whether a file with tables needs an upgrade. */
  static boolean isOlder(Transaction transaction) throws SQLException {
    return !isEmpty(transaction) && version(transaction) < VERSION;
  }

  private static void requireKnown(Transaction transaction, Path file) throws SQLException {
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

  private static boolean isEmpty(Transaction transaction) throws SQLException {
    return transaction.number("SELECT count(*) FROM sqlite_schema") == 0;
  }

  private static long version(Transaction transaction) throws SQLException {
    return transaction.number("PRAGMA user_version");
  }

  /**
   * Renames keys in {@code runs.job}. Evo wrote this text itself: one section a line in a fixed
   * form, {@code gate} before {@code drift}.
   */
  private static List<String> renamedJobKeys() {
    return List.of(
        """
        UPDATE runs SET job =
          replace(job, char(10) || 'gate: {seeds: ', char(10) || 'gate: {input_sets: ')\
        """,
        """
        UPDATE runs SET job = substr(job, 1, instr(job, char(10) || 'sentinel: {every: '))
          || replace(
            replace(
              substr(job, instr(job, char(10) || 'sentinel: {every: ') + 1),
              'sentinel: {every: ', 'drift: {every: '),
            ', drift: ', ', margin: ')
        WHERE instr(job, char(10) || 'sentinel: {every: ') > 0\
        """);
  }

  /** Upgrades within the transaction, since another process may have just upgraded the file. */
  private static void upgrade(Transaction transaction, Path file) throws SQLException {
    if (isOlder(transaction)) {
      requireUnused(transaction, file);
    }
    for (long from = version(transaction); from < VERSION; from++) {
      for (String statement : Objects.requireNonNull(UPGRADES.get(from))) {
        transaction.run(statement);
      }
    }
  }

  /**
   * Refuses the upgrade while a process of an older evo writes: it would fail at a renamed table.
   */
  private static void requireUnused(Transaction transaction, Path file) throws SQLException {
    for (String run : RunTable.running(transaction)) {
      if (new RunFolder(file.resolveSibling(run)).holder().isPresent()) {
        throw new EnvironmentException(
            ("%s was written by evo 0.1, and a process of that version is still writing run '%s' to"
                    + " it. Try again when the run has ended; the file is then upgraded.")
                .formatted(file, run));
      }
    }
  }
}
