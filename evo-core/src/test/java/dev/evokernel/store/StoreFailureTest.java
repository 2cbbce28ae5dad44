package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

final class StoreFailureTest {

  @TempDir Path folder;

  @Test
  void open_notADatabase_saysSoAndLeavesItAlone() throws IOException {
    Path file = Files.writeString(folder.resolve("evo.db"), "kernel: kernels/gemm\n".repeat(100));
    assertThatThrownBy(() -> ResultStore.open(file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(file + " is not a SQLite database");
    assertThat(file).content().startsWith("kernel: ");
  }

  @Test
  void open_anotherProgramsDatabase_saysSo() throws SQLException {
    Path file = folder.resolve("evo.db");
    sql(file, "CREATE TABLE bookmarks (url TEXT)");
    assertThatThrownBy(() -> ResultStore.open(file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("another program");
  }

  @Test
  void open_newerSchema_saysBothNumbers() throws SQLException {
    Path file = folder.resolve("evo.db");
    ResultStore.open(file).close();
    sql(file, "PRAGMA user_version = 7");
    assertThatThrownBy(() -> ResultStore.open(file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("schema 7; this one knows 6");
  }

  @Test
  void open_olderSchema_ofARunWhoseJobFlushedCaches_knowsItsShapesAsCold() throws SQLException {
    Path file = folder.resolve("evo.db");
    RunRecord cold = ExampleRun.cold("cold", ExampleRun.START);
    try (var store = ResultStore.open(file)) {
      store.begin(ExampleRun.run());
      store.begin(cold);
    }
    downgradeFromSix(file);
    sql(
        file,
        "UPDATE runs SET job = 'sampling: {stop: error, cache: cold, race: 0.0001}'"
            + " WHERE id = 'cold'");
    sql(file, "PRAGMA user_version = 5");

    try (var store = ResultStore.open(file)) {
      assertThat(store.history("cold").run().subject()).isEqualTo(cold.subject());
      assertThat(store.history(ExampleRun.ID).run().run()).isEqualTo(ExampleRun.run());
    }
  }

  @Test
  void open_olderSchema_saysBothNumbersAndAWayOut() throws SQLException {
    Path file = folder.resolve("evo.db");
    ResultStore.open(file).close();
    sql(file, "PRAGMA user_version = 1");
    for (Function<Path, ResultStore> open :
        List.<Function<Path, ResultStore>>of(ResultStore::open, ResultStore::openReadOnly)) {
      assertThatThrownBy(() -> open.apply(file))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("schema 1; this one reads 2 and later")
          .hasMessageContaining("Name another folder");
    }
  }

  /** Takes away what version 6 added. */
  private static void downgradeFromSix(Path file) throws SQLException {
    sql(file, "ALTER TABLE shapes DROP COLUMN cache");
    sql(file, "ALTER TABLE finals DROP COLUMN device_state");
    sql(file, "DROP TABLE baselines");
    sql(file, "DROP TABLE figures");
    sql(file, "DROP TABLE limits");
    sql(file, "ALTER TABLE runs DROP COLUMN arithmetic");
    sql(file, "DROP TABLE seeds");
    sql(file, "ALTER TABLE candidates DROP COLUMN parents");
    sql(file, "ALTER TABLE runs DROP COLUMN architecture");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5})
  void open_olderSchema_addsWhatItLacksAndLosesNothing(int version) throws SQLException {
    Path file = folder.resolve("evo.db");
    try (var store = ResultStore.open(file)) {
      store.begin(ExampleRun.run());
      store.record(
          ExampleRun.ID,
          new CandidateProposal(9, 0, "seed:job", ExampleRun.configuration(16, "row")),
          ExampleRun.measured(70_000, 30_000));
    }
    downgradeFromSix(file);
    if (version < 5) {
      sql(file, "ALTER TABLE measurements DROP COLUMN joules");
      sql(file, "ALTER TABLE finals DROP COLUMN joules");
      sql(file, "ALTER TABLE runs DROP COLUMN objective");
      for (String table : List.of("exclusions", "drift", "doubts")) {
        sql(file, "DROP TABLE " + table);
      }
    }
    if (version < 4) {
      sql(file, "DROP TABLE sentinel");
    }
    if (version == 2) {
      sql(file, "ALTER TABLE runs DROP COLUMN time_budget");
    }
    sql(file, "PRAGMA user_version = " + version);
    assertThatThrownBy(() -> ResultStore.openReadOnly(file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("schema " + version + "; this one reads 6")
        .hasMessageContaining("brings it up to date");

    try (var store = ResultStore.open(file)) {
      var check = new RecoveryCheck(2, ExampleRun.run().started(), 1, 1.02, Duration.ofMillis(80));
      store.checked(ExampleRun.ID, check);
      store.spent(ExampleRun.ID, Duration.ofSeconds(3), ExampleRun.timeBudget());
      assertThat(store.history("latest").recoveryChecks()).containsExactly(check);
      var drift = new DriftCheck(7, ExampleRun.run().started(), 1.05, false, Duration.ofMillis(9));
      var doubts =
          List.of(
              Suspect.open(3, drift.at()),
              Suspect.settled(4, OptionalDouble.of(0.75), drift.at()),
              Suspect.settled(5, OptionalDouble.empty(), drift.at()));
      var exclusion =
          new Exclusion(
              6, new Rejected(Rejection.SANITIZER, "small", "memcheck: stray"), drift.at());
      store.watched(ExampleRun.ID, drift, doubts);
      store.exclude(ExampleRun.ID, exclusion);
      assertThat(store.history("latest").flags())
          .isEqualTo(new FlaggedCandidates(List.of(exclusion), List.of(drift), doubts));
      assertThat(store.history("latest").run().run()).isEqualTo(ExampleRun.run());
      assertThat(store.history("latest").seeds())
          .containsExactly(
              new StoredInitialConfiguration(
                  "seed:job", ExampleRun.configuration(16, "row"), "", true));
      ExampleRun.candidates()
          .forEach(
              candidate ->
                  candidate
                      .evaluation()
                      .ifPresent(
                          ended -> store.record(ExampleRun.ID, candidate.proposal(), ended)));
      store.recordFinals(ExampleRun.ID, ExampleRun.finals());
      assertThat(store.history("latest").finals()).contains(ExampleRun.finals());
    }
    try (var store = ResultStore.openReadOnly(file)) {
      assertThat(store.history("latest").run().timeBudget()).isEqualTo(ExampleRun.timeBudget());
    }
  }

  @Test
  void open_emptyFile_isAFreshStore() throws IOException {
    Path file = Files.createFile(folder.resolve("evo.db"));
    try (var store = ResultStore.open(file)) {
      assertThat(store.runs()).isEmpty();
    }
  }

  @Test
  void open_unusualPath_works() {
    Path file = folder.resolve("what? 100% #1 ü/evo.db");
    try (var store = ResultStore.open(file)) {
      store.begin(ExampleRun.run());
    }
    assertThat(file).isRegularFile();
    try (var store = ResultStore.openReadOnly(file)) {
      assertThat(store.runs()).hasSize(1);
    }
  }

  @Test
  void open_damagedFile_saysHowToSaveIt() throws IOException {
    Path file = folder.resolve("evo.db");
    try (var store = ResultStore.open(file)) {
      ExampleRun.writeTo(store);
    }
    try (var bytes = new RandomAccessFile(file.toFile(), "rw")) {
      bytes.seek(4096);
      bytes.write(new byte[(int) bytes.length() - 4096]);
    }
    assertThatThrownBy(
            () -> {
              try (var store = ResultStore.open(file)) {
                store.history("gemm");
              }
            })
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("is damaged")
        .hasMessageContaining(".recover");
  }

  @Test
  void open_folderThatIsAFile_saysSo() throws IOException {
    Path file = Files.createFile(folder.resolve("results"));
    assertThatThrownBy(() -> ResultStore.open(file.resolve("evo.db")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("'results' in evo.yaml");
  }

  @Test
  void open_folderNobodyMayWrite_saysSo() {
    Path kernelsOwn = Path.of("/proc/self");
    assumeTrue(Files.isDirectory(kernelsOwn), "needs Linux's /proc");
    assertThatThrownBy(() -> ResultStore.open(kernelsOwn.resolve("evo.db")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("/proc/self/evo.db cannot be written");
  }

  @Test
  void open_folderWithoutWritePermission_saysSo() {
    Path readOnly = folder.resolve("read-only");
    assertThat(readOnly.toFile().mkdir()).isTrue();
    assertThat(readOnly.toFile().setWritable(false)).isTrue();
    assumeTrue(!Files.isWritable(readOnly), "root may write anywhere");
    assertThatThrownBy(() -> ResultStore.open(readOnly.resolve("evo.db")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("cannot be written");
  }

  @Test
  void openReadOnly_noFile_saysSo() {
    assertThatThrownBy(() -> ResultStore.openReadOnly(folder.resolve("evo.db")))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("There is no " + folder.resolve("evo.db"));
  }

  @Test
  void openReadOnly_writing_isRefused() {
    Path file = folder.resolve("evo.db");
    ResultStore.open(file).close();
    try (var store = ResultStore.openReadOnly(file)) {
      assertThatThrownBy(() -> store.begin(ExampleRun.run()))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("cannot be written");
    }
  }

  @Test
  void write_diskFull_saysSoAndKeepsWhatWasWritten() {
    Path file = folder.resolve("evo.db");
    try (var database = Database.open(file)) {
      database.write(
          Database.Durability.PROCESS, session -> RunTable.insert(session, ExampleRun.run()));
      database.read(session -> session.number("PRAGMA max_page_count = 20"));
      assertThatThrownBy(
              () ->
                  database.write(
                      Database.Durability.PROCESS,
                      session ->
                          CandidateTable.record(
                              session,
                              ExampleRun.ID,
                              ExampleRun.proposal(1, 64),
                              ExampleRun.rejected(Rejection.CRASH, "", "x".repeat(1_000_000)))))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("is full");
    }
    try (var store = ResultStore.open(file)) {
      assertThat(store.runs()).hasSize(1);
      assertThat(store.candidates(ExampleRun.ID)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SQLITE_FULL, full",
    "SQLITE_READONLY_DIRECTORY, cannot be written",
    "SQLITE_CANTOPEN, cannot be written",
    "SQLITE_CORRUPT_INDEX, damaged",
    "SQLITE_NOTADB, not a SQLite database",
    "SQLITE_BUSY_SNAPSHOT, Another program",
    "SQLITE_IOERR_WRITE, Check the disk"
  })
  void of_resultCode_namesFileAndRemedy(SQLiteErrorCode code, String words) {
    assertThat(StoreFailure.of(new SQLiteException("no luck", code), Path.of("r/evo.db")))
        .hasMessageContaining("r/evo.db")
        .hasMessageContaining(words);
  }

  private static void sql(Path file, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
