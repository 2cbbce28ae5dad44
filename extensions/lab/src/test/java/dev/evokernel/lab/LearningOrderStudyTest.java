package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.lab.Scoring.Scores;
import dev.evokernel.lab.SimulatedCompilers.Times;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchComponents;
import dev.evokernel.search.SearchComponents.SearchComponent;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a search gains that learns as evaluations end, in simulated time, and what it loses. The
 * tables of decision 0010 are those of the test tagged full, with {@code EVO_RECORDED_SPACES} for
 * the scores; it writes them to {@code target/learning-order.md}.
 */
final class LearningOrderStudyTest {

  private static final String MORE_SPACES = "EVO_RECORDED_SPACES";

  /** Runs on each space are this over its budget, and at least six. */
  private static final int EVALUATIONS = Integer.getInteger("evo.learning.evaluations", 3_000);

  private static double seconds(
      RecordedSpace space, boolean byEnds, int inFlight, Times times, int evaluations) {
    Evaluator outcomes =
        proposal ->
            () -> {
              Configuration configuration = proposal.configuration();
              return Optional.of(new Trial(configuration, space.of(configuration).millis()));
            };
    var simulated = new SimulatedCompilers(times, outcomes, 1, evaluations);
    new Search(
            space.space(),
            new SearchSettings(32, 42, inFlight),
            List.of(),
            SearchComponents.FULL.without(SearchComponent.MODEL))
        .run(byEnds ? simulated : simulated.inOrder());
    return simulated.seconds();
  }

  /** Throughput as a share of what compilers and device allow. */
  private static double share(
      RecordedSpace space, boolean byEnds, int inFlight, Times times, int evaluations) {
    return evaluations * times.least() / seconds(space, byEnds, inFlight, times, evaluations);
  }

  @Test
  void run_byEndsWithStragglers_keepsCompilersAndDeviceBusy() throws InterruptedException {
    RecordedSpace space = TestSpaces.load().getFirst();
    Times times = Times.of(15, 0.5, 0.08).withStragglers(100, 12);
    double inOrder = share(space, false, 45, times, 1000);
    double byEnds = share(space, true, 45, times, 1000);
    assertThat(byEnds).isGreaterThan(0.75).isGreaterThan(1.2 * inOrder);
  }

  @Test
  @Tag("full")
  void tables_ofThroughputAndScores_areWritten() throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    RecordedSpace space = TestSpaces.load().getFirst();
    Map<String, Times> cases = new LinkedHashMap<>();
    for (double evaluation : new double[] {0.04, 0.08}) {
      for (double sigma : new double[] {0.5, 1}) {
        cases.put(
            "%d ms, σ = %s".formatted(Math.round(1000 * evaluation), sigma),
            Times.of(15, sigma, evaluation));
      }
      cases.put(
          "%d ms, one of 100 takes 12 s".formatted(Math.round(1000 * evaluation)),
          Times.of(15, 0.5, evaluation).withStragglers(100, 12));
    }
    cases.forEach(
        (name, times) -> {
          for (int inFlight : new int[] {16, 30, 45, 60}) {
            lines.add(
                "| %s | %d | %.0f %% | %.0f %% |"
                    .formatted(
                        name,
                        inFlight,
                        100 * share(space, false, inFlight, times, 1500),
                        100 * share(space, true, inFlight, times, 1500)));
          }
        });
    var cores = new Cores(Integer.getInteger("evo.learning.threads", 1));
    var spaces = new ArrayList<RecordedSpace>();
    Optional<String> more =
        Optional.ofNullable(System.getProperty(MORE_SPACES, System.getenv(MORE_SPACES)));
    spaces.addAll(
        more.isPresent() ? SpaceList.read(Path.of(more.get())).load(cores) : TestSpaces.load());
    for (int inFlight : new int[] {16, 64, 32}) {
      lines.add(scores(spaces, cores, inFlight, false));
      lines.add(scores(spaces, cores, inFlight, true));
      Files.createDirectories(Path.of("target"));
      Files.write(Path.of("target", "learning-order.md"), lines);
    }
    assertThat(lines).hasSize(30);
  }

  private static String scores(
      List<RecordedSpace> spaces, Cores cores, int inFlight, boolean byEnds) {
    int compilers = inFlight / 3;
    Times times = Times.of(compilers, 0.5, 1.2 / compilers).withStragglers(50, 12);
    var spent = new ConcurrentLinkedQueue<Double>();
    Strategies.Strategy strategy =
        (space, seed, evaluator) -> {
          var simulated = new SimulatedCompilers(times, evaluator, seed, Integer.MAX_VALUE);
          new Search(space, new SearchSettings(32, seed, inFlight), List.of())
              .run(byEnds ? simulated : simulated.inOrder());
          spent.add(simulated.seconds());
        };
    var scores = new LinkedHashMap<String, Scores>();
    var each = new StringJoiner(", ");
    try {
      for (RecordedSpace space : spaces) {
        int repeats = Math.max(6, EVALUATIONS / space.yardstick().evaluations());
        spent.clear();
        Scores found =
            new Scoring(space.yardstick())
                .of(new RepeatedRuns(repeats, 1, 42, cores).hold(strategy, space));
        scores.put(space.name(), found);
        each.add(
            "%s %.3f ± %.3f (%.0f s)"
                .formatted(
                    space.name(),
                    found.evaluations().mean(),
                    found.evaluations().standardError(),
                    spent.stream().mapToDouble(one -> one).average().orElseThrow()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    Scores all = Scores.mean(List.copyOf(scores.values()));
    return "| %d | %s | %.3f ± %.3f | %.3f ± %.3f | %s |"
        .formatted(
            inFlight,
            byEnds ? "by ends" : "in order",
            all.evaluations().mean(),
            all.evaluations().standardError(),
            all.replayed().mean(),
            all.replayed().standardError(),
            each);
  }
}
