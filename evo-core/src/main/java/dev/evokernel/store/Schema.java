package dev.evokernel.store;

import dev.evokernel.backend.EnvironmentException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The tables, and the number that says which tables a file has. */
final class Schema {

  static final int VERSION = 14;

  /** Marks the file as ours for {@code file(1)} and for us: "evo1". */
  private static final int APPLICATION = 0x65766f31;

  private static final List<String> TABLES =
      Stream.of(
              runTables(),
              finals(", processes TEXT CHECK (json_valid(processes))"),
              List.of(
                  RecoveryCheckTable.DEFINITION,
                  RecoveryCheckTable.INDEX,
                  RunDeviceTable.DEFINITION),
              FlagTables.DEFINITIONS,
              BaselineTable.DEFINITIONS,
              LimitsTable.DEFINITIONS,
              List.of(InitialConfigurationTable.DEFINITION, MigrantTable.DEFINITION))
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
   * @param later columns that version 7 had not
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

  /** What a file of a version lacks towards the next. Version 6 is that of 0.1. */
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
              RunDeviceTable.DEFINITION),
          13L,
          List.of("ALTER TABLE runs ADD COLUMN fleet TEXT", MigrantTable.DEFINITION));

  private static final long OLDEST = 6;

  private Schema() {}

  /** Version 7 calls things by the words of docs/glossary.md and holds nothing else. */
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
                RecoveryCheckTable.INDEX,
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
   * Makes the tables of a new file, and adds to an older one what it lacks.
   *
   * @throws EnvironmentException if the file is another program's, or of a version that cannot be
   *     read, or a process of an older evo is still writing to it
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
    // Written every time: SQLite opens a file it may not write without a word.
    transaction.run("PRAGMA user_version = " + VERSION);
    transaction.run("COMMIT");
  }

  /**
   * Checks that a file has the tables of {@link #VERSION}.
   *
   * @throws EnvironmentException if it has others, or none
   */
  static void requireCurrent(Transaction transaction, Path file) throws SQLException {
    requireKnown(transaction, file);
    if (isEmpty(transaction)) {
      throw new EnvironmentException(file + " holds no run yet. Start one first.");
    }
    if (isOlder(transaction)) {
      throw new EnvironmentException(
          file
              + " was written by evo 0.1 (schema "
              + version(transaction)
              + "; this one reads "
              + VERSION
              + ") and must be brought up to date, but it cannot be written. Copy it to a folder"
              + " that can be written, or change its permissions; nothing is lost.");
    }
  }

  /**
   * The same for a reader that leaves the file as it is.
   *
   * @throws EnvironmentException if it has other tables, or none
   */
  static void requireNotOlder(Transaction transaction, Path file) throws SQLException {
    requireKnown(transaction, file);
    if (isOlder(transaction)) {
      throw new EnvironmentException(
          "%s was written by an older evo (schema %d; this one reads %d), and is only looked at here. Any other command brings it up to date, for example 'evo runs'; nothing is lost."
              .formatted(file, version(transaction), VERSION));
    }
    requireCurrent(transaction, file);
  }

  /** Whether {@link #prepare} has something to add to a file that holds tables. */
  static boolean isOlder(Transaction transaction) throws SQLException {
    return !isEmpty(transaction) && version(transaction) < VERSION;
  }

  private static void requireKnown(Transaction transaction, Path file) throws SQLException {
    if (isEmpty(transaction)) {
      return;
    }
    long version = version(transaction);
    if (transaction.number("PRAGMA application_id") != APPLICATION) {
      throw new EnvironmentException(
          file
              + " is a database of another program. Name another folder under 'results' in"
              + " evo.yaml.");
    }
    if (version > VERSION) {
      throw new EnvironmentException(
          file
              + " was written by a newer evo (schema "
              + version
              + "; this one knows "
              + VERSION
              + "). Update evo, or name another folder under 'results' in evo.yaml.");
    }
    if (version < OLDEST) {
      throw new EnvironmentException(
          file
              + " was written by an older evo (schema "
              + version
              + "; this one reads "
              + OLDEST
              + " and later). Name another folder under 'results' in evo.yaml, or move the file"
              + " away.");
    }
  }

  private static boolean isEmpty(Transaction transaction) throws SQLException {
    return transaction.number("SELECT count(*) FROM sqlite_schema") == 0;
  }

  private static long version(Transaction transaction) throws SQLException {
    return transaction.number("PRAGMA user_version");
  }

  /**
   * The keys in {@code runs.job}, which evo itself wrote, one section a line and always in the same
   * form: {@code gate} first, then {@code drift}.
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

  /** Within the transaction, since another process may have done it a moment ago. */
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

  /** A process of an older evo would fail at the first table that has another name. */
  private static void requireUnused(Transaction transaction, Path file) throws SQLException {
    for (String run : RunTable.running(transaction)) {
      if (new RunFolder(file.resolveSibling(run)).holder().isPresent()) {
        throw new EnvironmentException(
            file
                + " was written by evo 0.1, and a process of that version is still writing run '"
                + run
                + "' to it. Try again when the run has ended; the file is then brought up to date"
                + " and loses nothing.");
      }
    }
  }
}
