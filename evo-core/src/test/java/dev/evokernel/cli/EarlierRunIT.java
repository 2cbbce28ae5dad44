package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.config.JobReader;
import dev.evokernel.fixture.EarlierResults;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that evo 0.1 began. */
final class EarlierRunIT {

  @TempDir Path folder;
  private Path results = Path.of("results");

  @BeforeEach
  void copy() throws IOException, SQLException {
    results = EarlierResults.measuredHere(folder.resolve("results"));
  }

  @Test
  void leaderboard_ofEarlierResults_listsFinalistsAndWhatTheKilledRunTimed() {
    Execution leaderboard = evo("leaderboard --top 20");
    assertThat(leaderboard.out())
        .contains(EarlierResults.FINISHED + "/5", EarlierResults.KILLED + "/9");
  }

  @Test
  void show_finishedRun_namesItsChampionAndDriftChecks() {
    assertThat(evo("show " + EarlierResults.FINISHED).out())
        .contains("finished")
        .contains("Candidate 5 is the champion")
        .contains("4.042×");
  }

  @Test
  void show_finishedRun_printsAJobThatCanBeRead() throws IOException {
    String shown = evo("show " + EarlierResults.FINISHED).out();
    String job = shown.replaceFirst("(?s).*<<'EVO_YAML'\n(.*)EVO_YAML\n.*", "$1");
    Path again = Files.writeString(folder.resolve("again.yaml"), job);
    assertThat(JobReader.read(again).evaluation().drift().every()).isEqualTo(3);
    assertThat(JobReader.read(again).evaluation().verification().inputSets()).isEqualTo(1);
  }

  @Test
  void show_candidateOfKilledRun_showsWhatWasMeasured() {
    assertThat(evo("show " + EarlierResults.KILLED + "/9").out()).contains("mutation", "BLOCK");
  }

  @Test
  void resume_killedRun_namesTheOldKeysOfItsCopy() {
    Execution refused =
        Execution.of("run", "--resume", EarlierResults.KILLED, "--results", results.toString());
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains(EarlierResults.KILLED, "evo.yaml", "since 0.2");
  }

  private Execution evo(String line) {
    Execution execution = Execution.line(line + " --results " + results);
    assertThat(execution.code()).as(execution.err()).isIn(Execution.FINISHED);
    return execution;
  }
}
