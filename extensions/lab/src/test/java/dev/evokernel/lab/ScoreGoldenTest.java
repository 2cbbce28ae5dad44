package dev.evokernel.lab;

import module java.base;

import dev.evokernel.fixture.Golden;
import org.junit.jupiter.api.Test;

/** The tables and files of scores of recorded traces, to the letter. */
final class ScoreGoldenTest {

  private static ScoreTables tables() throws InterruptedException {
    List<RecordedSpace> spaces = TestSpaces.load();
    var files = new Trace.TraceFiles(TestSpaces.file("traces"));
    var bySpace = new LinkedHashMap<String, List<Trace>>();
    spaces.forEach(space -> bySpace.put(space.name(), files.read("random", space)));
    var traces = new LinkedHashMap<String, Map<String, List<Trace>>>();
    traces.put("random", bySpace);
    var tournament = Tournament.of(spaces, traces, Tournament.scorings(spaces, new Cores(1)));
    return new ScoreTables(
        tournament,
        tournament.against(tournament, "others"),
        Optional.empty(),
        Map.of(
            "random",
            List.of(
                new RepeatedRuns.ProposalCost(100, 1.25),
                new RepeatedRuns.ProposalCost(1000, 2.5))),
        new BenchSpaces.Peers(
            Map.of("model/tiled", Map.of("theirs", Map.of("seconds_mc", 0.125, "evals", 0.25)))));
  }

  @Test
  void scores_ofTracesWithPeersAndComparisons() throws InterruptedException {
    ScoreTables all = tables();
    Golden.check("bench/scores.txt", all.text());
    Golden.check("bench/scores.md", all.markdown());
    Golden.check("bench/scores.json", all.json().replaceAll("\"path\" : \".*/", "\"path\" : \""));
    Golden.check("bench/chart.html", new ScoreTables.Chart(all.tournament()).html());
  }
}
