package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.EarlierResults;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import dev.evokernel.store.StoredLeaderboard.Filter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An {@code evo.db} that evo 0.1 wrote. */
final class SchemaUpgradeTest {

  @TempDir Path folder;
  private Path file = Path.of("evo.db");

  @BeforeEach
  void copy() throws IOException {
    file = EarlierResults.copyTo(folder.resolve("results")).resolve(ResultStore.FILE_NAME);
  }

  @Test
  void open_resultsOf01_losesNothing() {
    try (var store = ResultStore.open(file)) {
      RunHistory finished = store.history(EarlierResults.FINISHED);
      assertThat(finished.run().run().job().lines())
          .contains(
              "gate: {input_sets: 1, fuzz: 1, sanitizer: never}",
              "drift: {every: 3, margin: 0.2%, recovery: 90000%}")
          .noneMatch(line -> line.startsWith("sentinel"));
      assertThat(finished.run().status()).isEqualTo(RunStatus.FINISHED);
      assertThat(finished.candidates())
          .hasSize(8)
          .allMatch(candidate -> candidate.evaluation().isPresent());
      assertThat(finished.defaultCandidate())
          .hasValueSatisfying(
              candidate -> {
                assertThat(candidate.number()).isEqualTo(1);
                assertThat(candidate.proposal().origin()).isEqualTo("default");
              });
      FinalsDecision finals = finished.finals().orElseThrow();
      assertThat(finals.verdict().accepted()).isTrue();
      assertThat(finals.candidate(Role.CHAMPION)).isEqualTo(OptionalInt.of(5));
      assertThat(finals.candidate(Role.DEFAULT)).isEqualTo(OptionalInt.of(1));
      assertThat(finished.recoveryChecks())
          .singleElement()
          .satisfies(
              check -> {
                assertThat(check.process()).isEqualTo(2);
                assertThat(check.at()).isEqualTo(Instant.parse("2026-11-22T08:44:11.188Z"));
                assertThat(check.ratio()).isEqualTo(0.6590943946724195);
              });
      assertThat(finished.flags().driftChecks())
          .extracting(DriftCheck::evaluations, DriftCheck::sound)
          .containsExactly(tuple(3L, false), tuple(6L, false), tuple(8L, false));
      assertThat(finished.flags().suspects())
          .extracting(Suspect::candidate)
          .containsExactly(2, 4, 5, 6, 7, 8);
      assertThat(store.history(EarlierResults.KILLED).initialConfigurations())
          .hasSize(4)
          .first()
          .satisfies(seed -> assertThat(seed.origin()).isEqualTo("written in evo.yaml"));
    }
  }

  @Test
  void open_resultsWithoutColumnsOfTheBudget_readsThemFromTheJob() {
    try (var store = ResultStore.open(file)) {
      for (StoredRun run : store.runs()) {
        Optional<Budget> budget = store.overview(run.id()).budget();
        assertThat(budget).isPresent().isEqualTo(Budget.of(run.run().job()));
        assertThat(budget.get().hasEvaluations()).isTrue();
      }
    }
  }

  @Test
  void open_resultsOf01_makesTheTablesOfANewFile() throws SQLException {
    ResultStore.open(file).close();
    Path fresh = folder.resolve("fresh/evo.db");
    ResultStore.open(fresh).close();
    assertThat(columns(file)).isEqualTo(columns(fresh));
    assertThat(indices(file)).isEqualTo(indices(fresh));
    assertThat(rows(file, "PRAGMA foreign_key_check")).isEmpty();
    assertThat(rows(file, "PRAGMA integrity_check")).containsExactly("ok");
  }

  @Test
  void openReadOnly_resultsOf01_bringsThemUpToDate() throws SQLException {
    try (var store = ResultStore.openReadOnly(file)) {
      assertThat(store.runs())
          .extracting(StoredRun::id)
          .containsExactly(EarlierResults.KILLED, EarlierResults.FINISHED);
      assertThat(store.leaderboard().ranked(Filter.everything(1))).isNotEmpty();
    }
    assertThat(version()).isEqualTo(Schema.VERSION);
  }

  @Test
  void open_whileARunOf01GoesOn_leavesTheFileAndNamesTheRun() throws SQLException {
    var owner =
        LockOwner.ofThisProcess(
            EarlierResults.KILLED, ExampleRun.START, "builder", file.resolveSibling("."));
    try (var _ = new RunFolder(file.resolveSibling(EarlierResults.KILLED)).lock(owner)) {
      for (Runnable open :
          List.<Runnable>of(() -> ResultStore.open(file), () -> ResultStore.openReadOnly(file))) {
        assertThatThrownBy(open::run)
            .isInstanceOf(EnvironmentException.class)
            .hasMessageContaining("still writing run '" + EarlierResults.KILLED + "'");
      }
    }
    assertThat(version()).isEqualTo(6);
    assertThat(columns(file)).anyMatch(column -> column.startsWith("sentinel "));
  }

  @Test
  void requireCurrent_resultsOf01ThatCannotBeWritten_saysWhatToDo() throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + file.toUri() + "?mode=ro")) {
      assertThatThrownBy(() -> Schema.requireCurrent(new Transaction(connection, file), file))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining(
              "was written by evo 0.1 (schema 6; this one reads %d)".formatted(Schema.VERSION))
          .hasMessageContaining("Copy it to a writable folder");
    }
  }

  private long version() throws SQLException {
    return Long.parseLong(rows(file, "PRAGMA user_version").getFirst());
  }

  private static List<String> columns(Path database) throws SQLException {
    return rows(
        database,
        """
        SELECT format('%s %d %s %s %d %s %d', t.name, c.cid, c.name, c.type, c."notnull",
          coalesce(c.dflt_value, ''), c.pk)
        FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' ORDER BY t.name, c.cid\
        """);
  }

  private static List<String> indices(Path database) throws SQLException {
    return rows(
        database,
        "SELECT tbl_name || ' ' || name FROM sqlite_schema WHERE type = 'index' ORDER BY 1");
  }

  private static List<String> rows(Path database, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        var statement = connection.createStatement();
        var result = statement.executeQuery(sql)) {
      var rows = new ArrayList<String>();
      while (result.next()) {
        rows.add(result.getString(1));
      }
      return rows;
    }
  }
}
