package dev.evokernel.finals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.backend.Compilation;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.stats.AcceptanceRule;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.Exclusion;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.Role;
import dev.evokernel.worker.Finalist;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.FinalsStep;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FinalRoundTest {

  private static final FinalsSettings SETTINGS = FinalsSettings.withSeed(1);
  private static final Configuration DEFAULT = Saxpy.read().defaultConfiguration();

  /** What each configuration turns out to be in the finals. */
  private final Map<Configuration, Outcome> outcomes = new HashMap<>();

  /** What the check of the champion finds. */
  private final Map<Configuration, Rejected> unsafe = new HashMap<>();

  private final List<Candidate> measured = new ArrayList<>();
  private final List<Exclusion> exclusions = new ArrayList<>();
  private List<Configuration> entered = List.of();
  private int roomFor = Integer.MAX_VALUE;
  private Objective objective = Objective.DEFAULT;
  private Optional<Configuration> champion = Optional.empty();
  private CompileStep compile = configuration -> Examples.compiled(configuration.toString());

  /** A candidate that the search measured, and what the finals will say. */
  private void candidate(long block, double objective, Outcome inTheFinals) {
    candidate(block, objective, "digest " + block, inTheFinals);
  }

  private void candidate(long block, double objective, String digest, Outcome inTheFinals) {
    var evaluation =
        new Evaluation(
            Examples.measured(1000 * objective, 100 * objective),
            OptionalDouble.of(objective),
            digest,
            1,
            1,
            Examples.NOW);
    var proposal = new CandidateProposal(measured.size() + 1, 0, "random", Saxpy.block(block));
    measured.add(new Candidate("run", proposal, 1, Optional.of(evaluation)));
    outcomes.put(Saxpy.block(block), inTheFinals);
  }

  private FinalsDecision hold() throws InterruptedException {
    FinalsStep device =
        (finalists, settings, succession) -> {
          assertThat(settings).isEqualTo(SETTINGS.in(FinalsProcess.ONLY, 1));
          var all = new ArrayList<>(finalists);
          for (int i = 0; i < all.size(); i++) {
            if (outcomes.get(all.get(i).configuration()) instanceof Rejected why) {
              succession.successor(i, why).ifPresent(all::add);
            }
          }
          entered = all.stream().map(Finalist::configuration).toList();
          return entered.stream().map(outcomes::get).toList();
        };
    var selection =
        new FinalistSelection(
            configuration -> compile.compile(configuration),
            List.of(),
            (configuration, digest) -> digest,
            objective,
            DEFAULT,
            champion,
            InstantSource.fixed(Examples.NOW),
            exclusions::add);
    var round =
        new FinalRound(
            device,
            champion -> Optional.ofNullable(unsafe.get(champion.candidate().configuration())),
            objective,
            AcceptanceRule.DEFAULT,
            new TieBreak(DEFAULT, Saxpy.read().parameters(), champion),
            new SplittableRandom(3));
    return round.hold(
        selection.select(measured, FlaggedCandidates.NONE, FinalistSelection.FINALISTS, _ -> true),
        DEFAULT,
        SETTINGS,
        FinalsSchedule.SINGLE,
        () -> exclusions.size() < roomFor);
  }

  @Test
  void hold_championWithFindings_isExcludedAndTheNextLeads() throws InterruptedException {
    candidate(16, 0.9, Examples.measured(700, 70));
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(32, 0.5, Examples.measured(800, 80));
    unsafe.put(Saxpy.block(16), new Rejected(Rejection.SANITIZER, "small", "a read of 4 bytes"));

    FinalsDecision finals = hold();

    assertThat(finals.verdict().accepted()).isTrue();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(1);
  }

  @Test
  void hold_everyAcceptedFinalistWithFindings_leavesTheDefaultAndSaysWhy()
      throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(32, 0.5, Examples.measured(800, 80));
    unsafe.put(Saxpy.block(32), new Rejected(Rejection.SANITIZER, "small", "a read of 4 bytes"));

    FinalsDecision finals = hold();

    assertThat(finals.verdict().accepted()).isFalse();
    assertThat(finals.verdict().reasons())
        .containsExactly("Candidate 2 is excluded: sanitizer on shape 'small'. a read of 4 bytes");
    assertThat(finals.candidate(Role.CHAMPION)).isEmpty();
  }

  @Test
  void hold_withAFasterFinalist_acceptsTheFastest() throws InterruptedException {
    candidate(16, 0.9, Examples.measured(700, 70));
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(32, 0.5, Examples.measured(800, 80));
    FinalsDecision finals = hold();
    assertThat(entered).containsExactly(DEFAULT, Saxpy.block(32), Saxpy.block(16));
    assertThat(finals.candidate(Role.DEFAULT)).hasValue(2);
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(1);
    assertThat(finals.candidate(Role.FINALIST)).hasValue(3);
    assertThat(finals.verdict().accepted()).isTrue();
    assertThat(finals.tied()).startsWith(1);
    assertThat(finals.results()).hasSize(6);
    assertThat(
            finals.result(1, "small").flatMap(FinalistMeasurement::speedUp).orElseThrow().ratio())
        .isBetween(1.42, 1.44);
    assertThat(finals.result(2, "small").flatMap(FinalistMeasurement::speedUp)).isEmpty();
  }

  @Test
  void hold_withNoFinalistFastEnough_keepsTheDefaultAndSaysWhy() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.5, Examples.measured(1200, 120));
    candidate(32, 0.6, Examples.measured(1100, 110));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).isEmpty();
    assertThat(finals.verdict().accepted()).isFalse();
    assertThat(finals.verdict().reasons()).isNotEmpty();
    assertThat(finals.tied()).containsExactly(1);
    assertThat(finals.result(3, "small").orElseThrow().role()).isEqualTo(Role.FINALIST);
  }

  @Test
  void hold_withAFasterFinalistThatIsRefused_takesTheNext() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.5, Examples.measured(100, 120));
    candidate(32, 0.6, Examples.measured(800, 80));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.result(2, "ragged").orElseThrow().role()).isEqualTo(Role.FINALIST);
  }

  @Test
  void hold_withTheDefaultFailing_decidesNothing() throws InterruptedException {
    candidate(64, 1, Examples.rejected(Rejection.CRASH));
    candidate(16, 0.5, Examples.measured(500, 50));
    FinalsDecision finals = hold();
    assertThat(finals.results()).isEmpty();
    assertThat(finals.verdict().accepted()).isFalse();
    assertThat(finals.verdict().reasons())
        .containsExactly("The default failed in the finals: crash on shape 'small'. for the test");
    assertThat(exclusions).isEmpty();
  }

  @Test
  void hold_withAFinalistFailing_goesOnWithoutIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.4, Examples.rejected(Rejection.WRONG_RESULT));
    candidate(32, 0.5, Examples.measured(500, 50));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.results()).extracting(FinalistMeasurement::candidate).doesNotContain(2);
    assertThat(exclusions)
        .containsExactly(new Exclusion(2, Examples.rejected(Rejection.WRONG_RESULT), Examples.NOW));
  }

  /** The default, eight that fail in the finals and then eight that do not. */
  private void eightOfSixteenFail() {
    candidate(64, 1, Examples.measured(1000, 100));
    for (int i = 1; i <= 16; i++) {
      candidate(
          i,
          0.1 + i / 100.0,
          i <= 8 ? Examples.rejected(Rejection.WRONG_RESULT) : Examples.measured(500, 50));
    }
  }

  @Test
  void hold_withTheBestFailing_seatsTheNextUntilAllSeatsAreTaken() throws InterruptedException {
    eightOfSixteenFail();
    FinalsDecision finals = hold();
    assertThat(finals.verdict().accepted()).isTrue();
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(2, 3, 4, 5, 6, 7, 8, 9);
    assertThat(finals.results().stream().map(FinalistMeasurement::candidate).distinct())
        .containsExactly(1, 10, 11, 12, 13, 14, 15);
  }

  @Test
  void hold_withTheBestFailingAndNoTimeLeft_leavesSeatsEmptyAndRecordsAll()
      throws InterruptedException {
    eightOfSixteenFail();
    roomFor = 2;
    FinalsDecision finals = hold();
    assertThat(finals.verdict().reasons())
        .singleElement()
        .asString()
        .startsWith("Every finalist besides the default failed in the finals: 2 (wrong-result on");
    assertThat(exclusions).extracting(Exclusion::candidate).containsExactly(2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void hold_withAFinalistThatNoLongerCompiles_goesOnWithoutIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.4, Examples.measured(400, 40));
    candidate(32, 0.5, Examples.measured(500, 50));
    compile =
        configuration ->
            configuration.equals(Saxpy.block(16))
                ? new Compilation.Failed("the cache is gone", false)
                : Examples.compiled(configuration.toString());
    FinalsDecision finals = hold();
    assertThat(entered).containsExactly(DEFAULT, Saxpy.block(32));
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
  }

  @Test
  void hold_withTheDefaultAlone_keepsIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    FinalsDecision finals = hold();
    assertThat(finals.verdict().accepted()).isFalse();
    assertThat(finals.verdict().reasons())
        .containsExactly("No finalist besides the default was measured.");
    assertThat(finals.tied()).containsExactly(1);
    assertThat(finals.candidate(Role.DEFAULT)).hasValue(1);
  }

  @Test
  void hold_withOneFinalist_judgesIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.8, Examples.measured(500, 50));
    assertThat(hold().candidate(Role.CHAMPION)).hasValue(2);
  }

  @Test
  void hold_withIdenticalBinaries_entersEachOnce() throws InterruptedException {
    candidate(64, 1, "same", Examples.measured(1000, 100));
    candidate(16, 1, "same", Examples.measured(1000, 100));
    candidate(32, 0.5, "other", Examples.measured(500, 50));
    candidate(128, 0.5, "other", Examples.measured(500, 50));
    hold();
    assertThat(entered).containsExactly(DEFAULT, Saxpy.block(32));
  }

  @Test
  void hold_withFinalistsTiedWithTheFastest_takesTheFirstByRule() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(256, 0.5, Examples.measured(500, 50));
    candidate(16, 0.6, Examples.measured(500.01, 50));
    candidate(32, 0.7, Examples.measured(520, 52));
    FinalsDecision finals = hold();
    assertThat(finals.tied()).contains(2, 3).doesNotContain(4);
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.verdict().reasons())
        .last()
        .asString()
        .contains("Candidate 2 was 0.00 % faster", "first in the order of the parameters' values");
  }

  @Test
  void hold_withTheLeaderboardsChampionAmongTheTied_keepsIt() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.5, Examples.measured(500, 50));
    candidate(256, 0.6, Examples.measured(500.01, 50));
    champion = Optional.of(Saxpy.block(256));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.verdict().reasons())
        .last()
        .asString()
        .contains("the leaderboard's champion stays");
  }

  @Test
  void hold_withTheLeaderboardsChampionBehindAllFinalists_entersItToo()
      throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    for (int i = 1; i <= 9; i++) {
      candidate(i, 1 - i / 10.0, Examples.measured(500, 50));
    }
    candidate(128, 3, Examples.measured(3000, 300));
    champion = Optional.of(Saxpy.block(128));
    hold();
    assertThat(entered).hasSize(FinalistSelection.FINALISTS + 2);
    assertThat(entered).startsWith(DEFAULT, Saxpy.block(128), Saxpy.block(9));
  }

  @Test
  void hold_withManyCandidates_entersTheBestAndTheDefault() throws InterruptedException {
    candidate(64, 1, Examples.measured(1000, 100));
    for (int i = 1; i <= 9; i++) {
      candidate(i, 1 - i / 10.0, Examples.measured(500, 50));
    }
    hold();
    assertThat(entered).hasSize(FinalistSelection.FINALISTS + 1);
    assertThat(entered).startsWith(DEFAULT, Saxpy.block(9), Saxpy.block(8));
  }

  /** With as long a launch in the search as in the finals. */
  private void accurate(long block, double nanos, double error) {
    var comparison = new OutputComparison("y", 1, 0, 0, 0, 1, 1, error);
    var outcome =
        new Measured(
            Examples.measured(nanos, nanos / 10).measurements().stream()
                .map(one -> new Measurement(one.shape(), one.samples(), 1, List.of(comparison)))
                .toList());
    var evaluation =
        new Evaluation(
            outcome, OptionalDouble.of(nanos / 1000), "digest " + block, 1, 1, Examples.NOW);
    var proposal = new CandidateProposal(measured.size() + 1, 0, "random", Saxpy.block(block));
    measured.add(new Candidate("run", proposal, 1, Optional.of(evaluation)));
    outcomes.put(Saxpy.block(block), outcome);
  }

  @Test
  void hold_withAFront_measuresItAgainAndFillsUpWithTheFastest() throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ACCURACY));
    accurate(64, 1000, 0.5);
    for (int i = 1; i <= 6; i++) {
      accurate(i, 500 + i, 0.9); // fast, wrong, and all but one beaten
    }
    accurate(32, 2000, 0.1);
    accurate(128, 900, 0.3);
    FinalsDecision finals = hold();
    assertThat(entered)
        .hasSize(FinalistSelection.FINALISTS + 1)
        .startsWith(DEFAULT, Saxpy.block(1), Saxpy.block(128), Saxpy.block(32), Saxpy.block(2));
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(2);
  }

  @Test
  void hold_withALongFront_keepsItsEndsAndNoMoreThanTheFinalsHold() throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.TIME, Metric.ACCURACY));
    accurate(64, 1000, 0.99);
    for (int i = 1; i <= 20; i++) {
      accurate(i + 64, 500 + i, 0.9 - 0.04 * i);
    }
    hold();
    assertThat(entered)
        .hasSize(FinalistSelection.FRONT + 1)
        .startsWith(DEFAULT, Saxpy.block(65))
        .endsWith(Saxpy.block(84));
  }

  @Test
  void hold_overTheWorstShape_takesTheBestThere() throws InterruptedException {
    objective = new Objective(new Over.Worst(), List.of(Metric.TIME));
    candidate(64, 1, Examples.measured(1000, 100));
    candidate(16, 0.9, Examples.measured(100, 90));
    candidate(32, 0.8, Examples.measured(800, 80));
    assertThat(hold().candidate(Role.CHAMPION)).hasValue(3);
  }

  @Test
  void hold_byEnergy_takesTheLeastThatIsFastEnough() throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.ENERGY));
    candidate(64, 1, thirsty(1000, 5));
    candidate(16, 0.5, thirsty(1100, 1));
    candidate(32, 0.7, thirsty(900, 3));
    candidate(128, 0.9, thirsty(500, 4));
    FinalsDecision finals = hold();
    assertThat(finals.candidate(Role.CHAMPION)).hasValue(3);
    assertThat(finals.result(3, "small").orElseThrow().joules()).hasValue(3);
  }

  @Test
  void hold_byEnergyWithTiesInTime_takesTheLeastAndNotTheLeaderboardsChampion()
      throws InterruptedException {
    objective = new Objective(new Over.Geomean(), List.of(Metric.ENERGY));
    candidate(64, 1, thirsty(1000, 5));
    candidate(16, 0.6, thirsty(500, 3));
    candidate(32, 0.7, thirsty(500, 4));
    champion = Optional.of(Saxpy.block(32));
    assertThat(hold().candidate(Role.CHAMPION)).hasValue(2);
  }

  private static Measured thirsty(double nanos, double joules) {
    return new Measured(
        Examples.measured(nanos, nanos / 10).measurements().stream()
            .map(
                one ->
                    new Measurement(
                        one.shape(),
                        one.samples(),
                        1,
                        List.of(),
                        null,
                        OptionalDouble.of(joules),
                        DeviceState.UNKNOWN))
            .toList());
  }
}
