package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Database.Allowance;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    sql(file, "PRAGMA user_version = " + (Schema.VERSION + 1));
    assertThatThrownBy(() -> ResultStore.open(file))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining(
            "schema %d; this one knows %d".formatted(Schema.VERSION + 1, Schema.VERSION));
  }

  @Test
  void open_olderSchema_saysBothNumbersAndAWayOut() throws SQLException {
    Path file = folder.resolve("evo.db");
    ResultStore.open(file).close();
    sql(file, "PRAGMA user_version = 5");
    for (Function<Path, ResultStore> open :
        List.<Function<Path, ResultStore>>of(ResultStore::open, ResultStore::openReadOnly)) {
      assertThatThrownBy(() -> open.apply(file))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("schema 5; this one reads 6 and later")
          .hasMessageContaining("Name another folder");
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
  void open_folderThatCannotBeWritten_saysSo() {
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
        .hasMessageContaining(folder.resolve("evo.db") + " does not exist");
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
    try (var database = Database.open(file, Allowance.USUAL)) {
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
