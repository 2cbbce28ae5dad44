package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.lab.Scoring.Scores;
import dev.evokernel.lab.Trace.Step;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ScoringTest {

  /** What the two Monte Carlo baselines of some thousand orders each may differ by. */
  private static final double MONTE_CARLO = 0.02;

  private static final double EXACT = 1e-9;

  /** Figures of the community's own script, in Python, for the same traces. */
  @Test
  void of_ownTraces_agreesWithTheReferenceImplementation()
      throws IOException, InterruptedException {
    JsonNode reference =
        JsonMapper.builder()
            .build()
            .readTree(Files.readString(TestSpaces.file("reference-scores.json")));
    var files = new Trace.TraceFiles(TestSpaces.file("traces"));
    for (RecordedSpace space : TestSpaces.load()) {
      Scores scores = new Scoring(space.yardstick()).of(files.read("random", space));
      JsonNode expected = reference.get(space.name());
      agrees(scores.seconds(), expected, "seconds", EXACT);
      agrees(scores.evaluations(), expected, "evals", EXACT);
      agrees(scores.replayed(), expected, "seconds_mc", MONTE_CARLO);
      assertThat(scores.runs()).isEqualTo(3);
      assertThat(scores.shortRuns()).isZero();
    }
  }

  private static void agrees(Score score, JsonNode expected, String column, double tolerance) {
    assertThat(score.mean())
        .as(column)
        .isCloseTo(expected.get(column).doubleValue(), within(tolerance));
    assertThat(score.standardError())
        .as(column)
        .isCloseTo(expected.get(column + "_se").doubleValue(), within(tolerance));
  }

  @Test
  void of_optimumAtOnce_isAlmostOne() {
    var scoring = new Scoring(hundred());
    Scores scores = scoring.of(List.of(trace(1, 1), trace(1, 1)));
    assertThat(scores.evaluations().mean()).isEqualTo(1);
    assertThat(scores.optimumFound()).isEqualTo(1);
  }

  @Test
  void of_nothingFound_isWorseThanRandom() {
    Scores scores = new Scoring(hundred()).of(List.of(trace(1, Double.NaN)));
    assertThat(scores.evaluations().mean()).isNegative();
    assertThat(scores.evaluations().standardError()).isNaN();
    assertThat(scores.optimumFound()).isZero();
    assertThat(scores.shortRuns()).isEqualTo(1);
  }

  @Test
  void of_anEvaluationThatEndsAfterThePoint_doesNotCountYet() {
    var scoring = new Scoring(hundred());
    Scores early = scoring.of(List.of(trace(1, 1)));
    Scores late = scoring.of(List.of(trace(5, 1)));
    assertThat(late.seconds().mean()).isLessThan(early.seconds().mean());
    assertThat(late.evaluations().mean()).isEqualTo(early.evaluations().mean());
  }

  /** 100 configurations of 1 to 100 ms at one second each, of which none fails. */
  private static RecordedSpace.Yardstick hundred() {
    double[] millis = new double[100];
    double[] seconds = new double[100];
    for (int i = 0; i < 100; i++) {
      millis[i] = i + 1.0;
      seconds[i] = 1;
    }
    return new RecordedSpace.Yardstick(millis, seconds);
  }

  private static Trace trace(double seconds, double... millis) {
    var steps = new ArrayList<Step>();
    for (double time : millis) {
      steps.add(
          new Step(
              new Configuration(Map.of("A", Value.of(steps.size()))),
              Double.isNaN(time) ? OptionalDouble.empty() : OptionalDouble.of(time),
              seconds));
    }
    return new Trace(steps);
  }
}
