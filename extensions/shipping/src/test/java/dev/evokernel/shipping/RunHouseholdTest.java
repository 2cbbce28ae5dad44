package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.cli.Execution;
import dev.evokernel.fixture.Altered;
import dev.evokernel.report.Leaderboard;
import dev.evokernel.shipping.RunMerge.Merged;
import dev.evokernel.spec.Host;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunFolder;
import dev.evokernel.store.RunRecord;
import dev.evokernel.store.StoredLeaderboard.Filter;
import dev.evokernel.store.StoredRun;
import dev.evokernel.tuning.BadInputException;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are removed, archived and merged. */
final class RunHouseholdTest {

  private static final String ID = ExampleRun.ID;
  private static final String OWN = "gemm-20261122-080000";
  private static final String SECOND = "gemm-20261121-080000";

  @TempDir private Path folder;
  private ResultStore store;

  @BeforeEach
  void fill() throws IOException {
    store = ResultStore.open(results().resolve("evo.db"));
    ExampleRun.writeTo(store);
    store.begin(ExampleRun.run(SECOND, ExampleRun.START.plusSeconds(60)));
    store.record(SECOND, ExampleRun.proposal(1, 64), ExampleRun.measured(9, 9));
    for (String run : List.of(ID, SECOND)) {
      Files.createDirectories(store.folder(run).path().resolve("kernel/gemm"));
      Files.writeString(store.folder(run).path().resolve("kernel/gemm/gemm.c"), "of " + run);
      Files.writeString(store.folder(run).path().resolve("evo.yaml"), "");
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM shapes",
        "UPDATE runs SET started = 'nonsense'",
        "UPDATE runs SET id = '../../x' WHERE id LIKE '%080000'",
        "UPDATE measurements SET samples = '[]'",
      })
  void rm_ofARowThatAnotherProgramDamaged_deletesItOrSaysWhy(String change) throws SQLException {
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + results().resolve("evo.db"));
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate(change)).isPositive();
    }
    Execution rm = Execution.of("rm", "latest", "--results", results().toString());
    assertThat(rm.code()).as(rm.err()).isIn(0, 2);
    assertThat(rm.err().lines().count()).isEqualTo(rm.code() == 0 ? 0 : 1);
  }

  private Path results() {
    return folder.resolve("results");
  }

  private Path elsewhere() {
    return folder.resolve("elsewhere");
  }

  private FileLock lock(Path results, String run) {
    return new RunFolder(results.resolve(run))
        .lock(new LockOwner(7, run, ExampleRun.START, "builder", "results"));
  }

  private Path archived(String... runs) {
    Path file = folder.resolve("runs.zip");
    RunArchive.write(store, List.of(runs).stream().map(store::run).toList(), file);
    return file;
  }

  @Test
  void remove_aRun_takesItsRowsAndItsFolder() {
    assertThat(RmCommand.remove(store, results(), SECOND)).isEqualTo(SECOND);
    assertThat(store.runs()).extracting(StoredRun::id).containsExactly(ID);
    assertThat(store.folder(SECOND).exists()).isFalse();
    assertThat(store.folder(ID).path().resolve("evo.yaml")).exists();
  }

  @Test
  void remove_aRunThatIsRunning_isRefusedAndNamesItsProcess() {
    try (FileLock _ = lock(results(), SECOND)) {
      assertThatExceptionOfType(EnvironmentException.class)
          .isThrownBy(() -> RmCommand.remove(store, results(), SECOND))
          .withMessageContainingAll("process 7", SECOND);
    }
    assertThat(store.has(SECOND)).isTrue();
  }

  @Test
  void remove_whatAKillLeftOfARun_deletesTheFolder() {
    store.upkeep().remove(SECOND);
    RmCommand.remove(store, results(), SECOND);
    assertThat(store.folder(SECOND).exists()).isFalse();
  }

  @Test
  void archive_merged_isTheSameThereWithoutOtherRuns() {
    List<Merged> merged = new RunMerge(elsewhere()).from(archived(ID));
    assertThat(merged).containsExactly(added(ID, Optional.empty()));
    try (ResultStore there = ResultStore.openReadOnly(elsewhere().resolve("evo.db"))) {
      assertThat(there.history(ID))
          .usingRecursiveComparison()
          .ignoringFields("run.run.provenance.merged")
          .isEqualTo(store.history(ID));
      assertThat(there.run(ID).provenance().merged()).isTrue();
      assertThat(there.runs()).hasSize(1);
      assertThat(there.folder(ID).path().resolve("kernel/gemm/gemm.c")).hasContent("of " + ID);
    }
  }

  @Test
  void archive_ofARunThatIsRunning_isRefused() {
    try (FileLock _ = lock(results(), SECOND)) {
      assertThatExceptionOfType(BadInputException.class)
          .isThrownBy(() -> archived(ID, SECOND))
          .withMessageContaining(SECOND);
    }
    assertThat(folder.resolve("runs.zip")).doesNotExist();
  }

  @Test
  void merge_again_addsNothing() {
    new RunMerge(elsewhere()).from(results());
    assertThat(new RunMerge(elsewhere()).from(results().resolve("evo.db")))
        .containsExactly(new Merged.Known(ID), new Merged.Known(SECOND));
    try (ResultStore there = ResultStore.openReadOnly(elsewhere().resolve("evo.db"))) {
      assertThat(there.leaderboard().ranked(Filter.everything(9)))
          .allMatch(entry -> entry.provenance().merged())
          .extracting(LeaderboardEntry::reference)
          .isEqualTo(
              store.leaderboard().ranked(Filter.everything(9)).stream()
                  .map(LeaderboardEntry::reference)
                  .toList());
    }
  }

  /** The runs of the example are of another host. */
  private static Merged.Added added(String run, Optional<String> without) {
    return new Merged.Added(run, without, Optional.of("measured by builder on AMD EPYC, 2 cores"));
  }

  @Test
  void merge_besideARunOfThisHost_ranksClaimsLastAndSaysHowTheDeviceDiffers() {
    RunRecord other = ExampleRun.run(OWN, ExampleRun.START);
    try (ResultStore here = ResultStore.open(elsewhere().resolve("evo.db"))) {
      here.begin(
          Altered.of(
              other,
              "id",
              OWN,
              "provenance.device",
              new DeviceIdentity("cpu", "AMD EPYC, 4 cores", "6.1"),
              "provenance.host",
              Host.name(),
              "provenance.traits",
              Optional.of("4 cores, 15 GiB")));
      here.record(OWN, ExampleRun.proposal(1, 64), ExampleRun.measured(9e9, 9e9));
    }
    assertThat(new RunMerge(elsewhere()).from(archived(ID)))
        .singleElement()
        .hasToString(
            "Added[run=%s, without=Optional.empty, claims=Optional[measured by builder on AMD EPYC, 2 cores; here: AMD EPYC, 4 cores with 4 cores, 15 GiB]]"
                .formatted(ID));
    try (ResultStore here = ResultStore.openReadOnly(elsewhere().resolve("evo.db"))) {
      assertThat(here.run(OWN).provenance().traits()).contains("4 cores, 15 GiB");
      assertThat(here.leaderboard().ranked(Filter.everything(9)))
          .filteredOn(entry -> entry.run().equals(ID))
          .isNotEmpty()
          .allMatch(entry -> entry.provenance().merged());
      assertThat(
              new Leaderboard(here.leaderboard().ranked(Filter.everything(9)), ZoneOffset.UTC)
                  .text())
          .contains("claim", "Claims came by 'evo runs merge'", "evo run --seeds-from RUN/NUMBER");
    }
  }

  /** The files were there and the rows were not; one file was missing yet. */
  @Test
  void merge_afterOneThatWasKilled_completesIt() throws IOException {
    Files.createDirectories(elsewhere().resolve(ID));
    Files.writeString(elsewhere().resolve(ID).resolve("evo.yaml"), "");
    assertThat(new RunMerge(elsewhere()).from(archived(ID)))
        .containsExactly(added(ID, Optional.empty()));
    assertThat(elsewhere().resolve(ID).resolve("kernel/gemm/gemm.c")).exists();
  }

  @Test
  void merge_aRunThatIsRunningOrOfAnotherOrigin_leavesItOut() {
    try (ResultStore there = ResultStore.open(elsewhere().resolve("evo.db"))) {
      there.begin(ExampleRun.run(ID, ExampleRun.START.plusSeconds(1)));
    }
    try (FileLock _ = lock(results(), SECOND)) {
      assertThat(new RunMerge(elsewhere()).from(results()))
          .containsExactly(
              new Merged.Refused(ID, "another run here has this name"),
              new Merged.Refused(SECOND, "still running; merge again after its end"));
    }
  }

  @Test
  void merge_aRunThatWentOnElsewhere_saysHowToTakeIt() {
    new RunMerge(elsewhere()).from(results());
    store.record(SECOND, ExampleRun.proposal(2, 32), ExampleRun.measured(9, 9));
    assertThat(new RunMerge(elsewhere()).from(results()).getLast())
        .asString()
        .contains("2 candidates there, 1 here", "rm " + SECOND);
  }

  @Test
  void merge_whatIsNoResults_saysSoAndMakesNothing() throws IOException {
    Path outside = folder.resolve("bad.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(outside))) {
      zip.putNextEntry(new ZipEntry("../outside"));
    }
    for (Path other : List.of(outside, folder.resolve("nothing"))) {
      assertThatExceptionOfType(BadInputException.class)
          .isThrownBy(() -> new RunMerge(elsewhere()).from(other));
    }
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> new RunMerge(results()).from(results()));
    assertThat(elsewhere()).doesNotExist();
    assertThat(folder.resolve("outside")).doesNotExist();
  }

  /** The names are those of other folders of a results folder, or lead out of the folder. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cache",
        "micro",
        "nights",
        "evo.db",
        "evo.db-wal",
        "Evo.DB-1",
        "sanitizer",
        "..",
        "a-1/../../x-1",
        "-a-1",
        ""
      })
  void merge_ofARunWithAnotherFoldersName_isRefusedAndWritesNothing(String name)
      throws IOException, SQLException {
    Path archive = archived(ID);
    Path unpacked = Files.createDirectories(folder.resolve("stranger"));
    RunArchive.unpack(archive, unpacked);
    renamed(unpacked, ID, name);
    Files.createDirectories(unpacked.resolve("cache"));
    Files.writeString(unpacked.resolve("cache/binary"), "of a stranger");
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> new RunMerge(elsewhere()).from(unpacked))
        .withMessageContainingAll("called '" + name + "'", "Nothing was merged");
    assertThat(elsewhere()).doesNotExist();
    assertThat(folder.resolve("outside")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cache", "micro", "nights"})
  void rm_ofARunWithAnotherFoldersName_deletesTheRowsOnly(String name)
      throws IOException, SQLException {
    renamed(results(), ID, name);
    Files.createDirectories(results().resolve(name));
    Files.writeString(results().resolve(name).resolve("evo.yaml"), "of the user");
    Execution rm = Execution.of("rm", name, "--results", results().toString());
    assertThat(rm.code()).as(rm.err()).isZero();
    assertThat(store.has(name)).isFalse();
    Execution again = Execution.of("rm", name, "--results", results().toString());
    assertThat(again.code()).isEqualTo(2);
    assertThat(results().resolve(name).resolve("evo.yaml")).exists();
  }

  private static void renamed(Path results, String run, String name) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + results.resolve("evo.db"));
        var statement = connection.prepareStatement("UPDATE runs SET id = ? WHERE id = ?")) {
      statement.setString(1, name);
      statement.setString(2, run);
      assertThat(statement.executeUpdate()).isPositive();
    }
  }

  private Path secret() throws IOException {
    return Files.writeString(folder.resolve("secret"), "of the user");
  }

  @Test
  void archive_ofAFolderWithLinks_leavesThemOutAndSaysSo() throws IOException {
    Files.createSymbolicLink(store.folder(ID).path().resolve("notes"), secret());
    Files.createSymbolicLink(store.folder(ID).path().resolve("kernel/all"), folder);
    store.folder(SECOND).delete();
    Files.createSymbolicLink(store.folder(SECOND).path(), folder);
    Path file = folder.resolve("runs.zip");
    assertThat(RunArchive.write(store, store.runs().reversed(), file))
        .containsExactly(
            "Run " + ID + " is without the targets of 2 links.",
            "Run " + SECOND + " is without the targets of 1 links.");
    try (var zip = new ZipFile(file.toFile())) {
      assertThat(zip.stream().map(ZipEntry::getName))
          .containsExactly("evo.db", ID + "/evo.yaml", ID + "/kernel/gemm/gemm.c");
    }
  }

  @Test
  void merge_ofAFolderWithLinks_copiesNothingFromOutside() throws IOException {
    Files.createSymbolicLink(store.folder(ID).path().resolve("notes"), secret());
    store.folder(SECOND).delete();
    Files.createSymbolicLink(store.folder(SECOND).path(), folder);
    assertThat(new RunMerge(elsewhere()).from(results()))
        .containsExactly(
            added(ID, Optional.of("the targets of 1 links")),
            added(SECOND, Optional.of("the targets of 1 links")));
    assertThat(elsewhere().resolve(ID).resolve("notes")).doesNotExist();
    assertThat(elsewhere().resolve(SECOND).resolve("secret")).doesNotExist();
  }

  @Test
  void merge_intoAFolderThatIsALink_isRefused() throws IOException {
    Path outside = Files.createDirectories(folder.resolve("outside"));
    Files.createDirectories(elsewhere());
    Files.createSymbolicLink(elsewhere().resolve(ID), outside);
    assertThat(new RunMerge(elsewhere()).from(archived(ID)))
        .containsExactly(
            new Merged.Refused(ID, "its folder here has symbolic links; remove them first"));
    assertThat(outside).isEmptyDirectory();
  }

  private Path zip(Consumer<ZipOutputStream> content) throws IOException {
    Path file = folder.resolve("large.zip");
    try (var zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      content.accept(zip);
    }
    return file;
  }

  private static void entry(ZipOutputStream zip, String name, int bytes) {
    try {
      zip.putNextEntry(new ZipEntry(name));
      zip.write(new byte[bytes]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void merge_ofAZipThatUnpacksToFarMore_isRefused() throws IOException {
    Path bomb = zip(zip -> entry(zip, "evo.db", 50_000_001));
    assertThat(Files.size(bomb)).isLessThan(1 << 20);
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> new RunMerge(elsewhere()).from(bomb))
        .withMessageContainingAll(
            "large.zip is too large for an archive of runs: more than 50.00 MB");
  }

  @Test
  void merge_ofAZipWithTooManyEntries_isRefused() throws IOException {
    Path many = zip(zip -> IntStream.range(0, 50_001).forEach(i -> entry(zip, i + "/", 0)));
    assertThatExceptionOfType(BadInputException.class)
        .isThrownBy(() -> new RunMerge(elsewhere()).from(many))
        .withMessageContaining("more than 50000 files and folders");
  }

  @Test
  void merge_ofAZipWithEntriesThatCannotBeFiles_isRefused() throws IOException {
    for (List<String> names : List.of(List.of("evo.db", "evo.db/x"), List.of("a\u0000b"))) {
      Path damaged = zip(zip -> names.forEach(name -> entry(zip, name, 0)));
      assertThatExceptionOfType(BadInputException.class)
          .isThrownBy(() -> new RunMerge(elsewhere()).from(damaged))
          .withMessageContaining("large.zip is damaged");
    }
  }
}
