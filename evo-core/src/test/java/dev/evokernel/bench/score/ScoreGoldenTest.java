package dev.evokernel.bench.score;

import dev.evokernel.fixture.Golden;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The tables and files of scores of recorded traces, to the letter. */
final class ScoreGoldenTest {

  private static Results results() throws InterruptedException {
    List<RecordedSpace> spaces = TestSpaces.load();
    var files = new TraceFiles(TestSpaces.file("traces"));
    var bySpace = new LinkedHashMap<String, List<Trace>>();
    spaces.forEach(space -> bySpace.put(space.name(), files.read("random", space)));
    var traces = new LinkedHashMap<String, Map<String, List<Trace>>>();
    traces.put("random", bySpace);
    var tournament = Tournament.of(spaces, traces, Tournament.scorings(spaces, new Cores(1)));
    return new Results(
        tournament,
        tournament.against(tournament, "others"),
        Map.of("random", List.of(new ProposalCost(100, 1.25), new ProposalCost(1000, 2.5))),
        new Peers(
            Map.of("model/tiled", Map.of("theirs", Map.of("seconds_mc", 0.125, "evals", 0.25)))));
  }

  @Test
  void scores_ofTracesWithPeersAndComparisons() throws InterruptedException {
    Results results = results();
    Golden.check("bench/scores.txt", ScoreTables.all(results).text());
    Golden.check("bench/scores.md", ScoreTables.all(results).markdown());
    Golden.check(
        "bench/scores.json",
        ScoreTables.all(results).json().replaceAll("\"path\" : \".*/", "\"path\" : \""));
    Golden.check("bench/chart.html", new Chart(results.tournament()).html());
    Golden.check("bench/comparisons.txt", ScoreTables.comparisons(results).text());
    Golden.check("bench/comparisons.md", ScoreTables.comparisons(results).markdown());
  }
}
