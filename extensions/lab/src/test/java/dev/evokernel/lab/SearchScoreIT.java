package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import module java.base;

import dev.evokernel.lab.Scoring.Scores;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.JsonRenderer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The search is as good as it was, within three standard errors of the recorded score.
 *
 * <p>A search that was changed on purpose has a new score, which is recorded by
 *
 * <pre>
 * mvn -pl evo-core -am verify -Pfull -Dtest=none -Dit.test=SearchScoreIT -Devo.recordScores=true
 * </pre>
 *
 * <p>{@code EVO_RECORDED_SPACES}, in the environment or as a property, names a list of further
 * spaces. A space without a recorded score must be searched better than at random.
 */
@Tag("full")
final class SearchScoreIT {

  private static final String MORE_SPACES = "EVO_RECORDED_SPACES";
  private static final String RECORD = "evo.recordScores";
  private static final Path EXPECTED =
      Path.of("../extensions/lab/src/test/resources/dev/evokernel/lab/expected-scores.json");
  private static final int REPEATS = 25;
  private static final long SEED = 42;

  @TestFactory
  List<DynamicTest> score_ofTheSearch_hasNotFallen() throws IOException, InterruptedException {
    var cores = new Cores(Runtime.getRuntime().availableProcessors());
    var contest = new RepeatedRuns(REPEATS, 1, SEED, cores);
    Strategies.Strategy search = Strategies.named(Strategies.names().getFirst(), 1);
    var scores = new LinkedHashMap<String, Scores>();
    for (RecordedSpace space : spaces(cores)) {
      scores.put(space.name(), new Scoring(space.yardstick()).of(contest.hold(search, space)));
    }
    if (Boolean.getBoolean(RECORD)) {
      record(scores);
    }
    JsonNode expected = JsonMapper.builder().build().readTree(Files.readString(EXPECTED));
    var tests = new ArrayList<DynamicTest>();
    scores.forEach(
        (name, found) ->
            tests.add(dynamicTest(name, () -> hasNotFallen(found, expected.path(name)))));
    return tests;
  }

  private static void hasNotFallen(Scores found, JsonNode expected) {
    assertThat(found.replayed().mean())
        .as("seconds_mc")
        .isGreaterThanOrEqualTo(floor(expected, "seconds_mc"));
    assertThat(found.evaluations().mean())
        .as("evals")
        .isGreaterThanOrEqualTo(floor(expected, "evals"));
  }

  private static double floor(JsonNode expected, String column) {
    return expected.path(column).asDouble(0) - 3 * expected.path(column + "_se").asDouble(0);
  }

  private static List<RecordedSpace> spaces(Cores cores) throws InterruptedException {
    var spaces = new ArrayList<>(TestSpaces.load());
    Optional<String> more =
        Optional.ofNullable(System.getProperty(MORE_SPACES, System.getenv(MORE_SPACES)));
    if (more.isPresent()) {
      spaces.addAll(SpaceList.read(Path.of(more.get())).load(cores));
    }
    return spaces;
  }

  /** Keeps what was recorded of spaces that are not there today. */
  private static void record(Map<String, Scores> scores) throws IOException {
    var json = new LinkedHashMap<String, Object>();
    if (Files.exists(EXPECTED)) {
      Map<?, ?> known =
          JsonMapper.builder().build().readValue(Files.readString(EXPECTED), Map.class);
      known.forEach((name, columns) -> json.put(name.toString(), columns));
    }
    scores.forEach(
        (name, found) -> {
          var columns = new LinkedHashMap<String, Object>();
          columns.put("seconds_mc", rounded(found.replayed().mean()));
          columns.put("seconds_mc_se", rounded(found.replayed().standardError()));
          columns.put("evals", rounded(found.evaluations().mean()));
          columns.put("evals_se", rounded(found.evaluations().standardError()));
          json.put(name, columns);
        });
    Files.writeString(EXPECTED, new JsonRenderer().render(Document.of(Data.Fields.of(json))));
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e4) / 1e4;
  }
}
