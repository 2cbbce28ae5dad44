package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.report.Conclusion.Basis;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Objective;
import dev.evokernel.stats.Over;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Units;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReportTextTest {

  private static final RunHistory HISTORY = ExampleRun.history();

  @Test
  void runReport_verbose_tellsWhereTheTimeWentAndWhy() {
    var verbose = new TextRenderer(Integer.MAX_VALUE, false, true);
    assertThat(RunReports.of(HISTORY).text()).doesNotContain("waited for compilers", "On small");
    assertThat(RunReports.of(HISTORY).text(verbose))
        .contains("small: faster")
        .contains("busy 90.0 % of the time and waited for compilers 6.3 %.")
        .containsPattern("device +starting, reference +1.0 s +0.6 %")
        .containsPattern("waiting for a compiler +10.0 s +5.5 %")
        .containsPattern("compilers +compiling 560 binaries +600.0 s +25.0 %")
        .containsPattern("reading 41 from the cache +20.0 s +0.8 %");
    assertThat(RunReports.of(ExampleRun.interrupted()).text(verbose))
        .doesNotContain("waited for compilers");
  }

  @Test
  void reports_ofARunByEnergy_whereAShapeToldNothing_haveNoTable() {
    var objective = new Objective(new Over.Geomean(), List.of(Metric.ENERGY));
    assertThat(FrontReport.of(ExampleRun.history(objective))).isEmpty();
  }

  @Test
  void overallSpeedUp_withAnIntervalWiderThanAFactorOf10_showsNoneOfItsNumbers() {
    var wide =
        new OverallSpeedUp(1.3, 1e-9, 1e9, OptionalInt.of(2), ", geometric mean of 2 shapes");
    assertThat(wide)
        .hasToString(
            "not measurable on this machine now (95 % CI wider than a factor of 10,"
                + " 2 confirming processes, geometric mean of 2 shapes)");
    assertThat(new OverallSpeedUp(1.3, 1.2, 30, OptionalInt.of(0), ""))
        .hasToString(
            "at least 1.200× the default (95 % CI wider than a factor of 10, no confirming"
                + " process)");
  }

  @Test
  void conclusion_byOtherObjectives_saysWhatItsSpeedUpIsOf() {
    var worst = new Objective(new Over.Worst(), List.of(Metric.TIME));
    Conclusion conclusion = Conclusion.of(ExampleRun.history(worst));
    assertThat(conclusion.sentence()).endsWith(" 2 confirming processes, worst of 2 shapes).");
    assertThat(conclusion.speedUp().orElseThrow())
        .isEqualTo(
            conclusion.comparisons().stream()
                .mapToDouble(one -> one.ratio().orElseThrow())
                .min()
                .orElseThrow());
  }

  @Test
  void reports_ofARunThatLostProcesses_sayWhatTheSentinelShowed() {
    var history =
        Altered.of(
            HISTORY,
            "recoveryChecks",
            List.of(
                new RecoveryCheck(1, Instant.EPOCH, 1, 0.98, Duration.ofMillis(100)),
                new RecoveryCheck(2, Instant.EPOCH, 2, 1.04, Duration.ofMillis(1300))));
    String said =
        "replaced once; the default was re-measured before the next candidate: 0.98 to 1.04"
            + " times its first time (1.4 s in total)";
    assertThat(RunDocument.summary(history, Optional.empty(), ZoneOffset.UTC).markdown())
        .contains(said);
    assertThat(RunReports.of(history).text()).contains(said);
    assertThat(RunReports.of(HISTORY).text()).doesNotContain("replaced");
  }

  @Test
  void conclusion_byWhatIsKnown_isAsSureAsItMayBe() {
    assertThat(Conclusion.of(HISTORY).basis()).isEqualTo(Basis.ACCEPTED);
    assertThat(Conclusion.of(ExampleRun.interrupted()).basis()).isEqualTo(Basis.UNCONFIRMED);
    assertThat(Conclusion.of(upTo(1)).basis()).isEqualTo(Basis.UNDECIDED);
    assertThat(Conclusion.of(upTo(0)).basis()).isEqualTo(Basis.NOTHING_MEASURED);
    var refused =
        Examples.history(
            HISTORY.run(), HISTORY.candidates(), Optional.of(ExampleRun.finals(101_000, 40_500)));
    assertThat(Conclusion.of(refused).basis()).isEqualTo(Basis.DEFAULT_STAYS);
    assertThat(Conclusion.of(refused).configuration())
        .isEqualTo(ExampleRun.configuration(64, "row"));
  }

  @Test
  void conclusion_finalsWithoutChampion_isAboutTheFirstOfTheTied() {
    var slower =
        new FinalistMeasurement(
            3,
            Role.FINALIST,
            "small",
            ProcessSamples.of(ExampleRun.samples(103_000, 3)),
            OptionalDouble.empty(),
            Optional.empty(),
            DeviceState.UNKNOWN);
    FinalsDecision refused = ExampleRun.finals(101_000, 40_500);
    var ragged =
        new FinalistMeasurement(
            3,
            Role.FINALIST,
            "ragged",
            ProcessSamples.of(ExampleRun.samples(41_000, 4)),
            OptionalDouble.empty(),
            Optional.empty(),
            DeviceState.UNKNOWN);
    var results = new ArrayList<>(List.of(slower, ragged));
    results.addAll(refused.results());
    var history =
        Examples.history(
            HISTORY.run(),
            HISTORY.candidates(),
            Optional.of(new FinalsDecision(results, refused.verdict(), List.of(2, 3))));
    assertThat(Conclusion.of(history).best()).contains(HISTORY.candidates().get(1));
  }

  @Test
  void conclusion_undecidedWithoutABest_saysNoMore() {
    FinalsDecision refused = ExampleRun.finals(101_000, 40_500);
    var undecided =
        new FinalsDecision(
            refused.results(),
            new Verdict(Verdict.Decision.UNDECIDED, List.of("For a test.")),
            List.of(1));
    var history = Examples.history(HISTORY.run(), HISTORY.candidates(), Optional.of(undecided));
    assertThat(Conclusion.of(history).sentence())
        .isEqualTo("Not decided: the default stays for now.");
    assertThat(Conclusion.of(history).forAllShapes())
        .isEqualTo("No single configuration was accepted for all shapes.");
  }

  @Test
  void everyReport_ofARunThatHasJustBegun_isWritten() {
    RunHistory history = upTo(0);
    assertThat(RunReports.of(history).text()).contains("No candidate was measured.");
    assertThat(RunDocument.summary(history, Optional.empty(), ZoneOffset.UTC).markdown())
        .contains("0 candidates in 0");
    assertThat(new BestResult(history).json()).contains("\"nothing-measured\"");
    assertThat(RunHeaders.champion(history)).contains("#define TILE_M 64");
    assertThat(new T4Results(history, Optional.empty()).json()).contains("\"results\" : [ ]");
    assertThat(new RunFiles.EvolutionLog(history).csv().lines()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "1.5, 1.500 ns",
    "999.96, 1.000 µs",
    "12345, 12.35 µs",
    "99996, 100.0 µs",
    "1234567, 1.235 ms",
    "61000000000, 61.00 s",
    "5000000000000, 5000 s"
  })
  void time_ofAnyMagnitude_hasFourDigits(double nanos, String text) {
    assertThat(Units.time(nanos)).isEqualTo(text);
  }

  @Test
  void units_ofOtherThings_readWell() {
    assertThat(Units.rate(2e9, 1e6)).isEqualTo("2.000 TFLOP/s");
    assertThat(Units.rate(0, 1e6)).isEmpty();
    Shape shape = new Shape("wide", Map.of("M", 16384L, "N", 4096L));
    assertThat(new Workload(shape, 268e6, 268e6).rate(65_000)).isEqualTo("4.123 TB/s");
    assertThat(new Workload(shape, 137e9, 100e6).rate(180_000)).isEqualTo("761.1 TFLOP/s");
    assertThat(new Workload(shape, 0, 0).rate(180_000)).isEmpty();
    assertThat(Units.duration(Duration.ofMillis(12_540))).isEqualTo("12.5 s");
    assertThat(Units.duration(Duration.ofSeconds(181))).isEqualTo("3 min 1 s");
    assertThat(Units.duration(Duration.ofMinutes(481))).isEqualTo("8 h 1 min");
  }

  /** The store keeps the name, and reports know nothing above the store. */
  @Test
  void replay_isCalledAsItsBackendIs() {
    assertThat(RunFacts.REPLAY).isEqualTo(ReplayBackend.NAME);
  }

  @Test
  void histogram_ofEqualSamples_isOneBar() {
    assertThat(CandidateReport.histogram(Samples.of(5, 5, 5)).rows()).hasSize(1);
    assertThat(CandidateReport.histogram(Samples.of(5)).rows()).hasSize(1);
  }

  @Test
  void histogram_withOutliers_countsEverySample() {
    double[] nanos = new double[40];
    Arrays.setAll(nanos, i -> i < 38 ? 100 + i : 10_000);
    int counted =
        CandidateReport.histogram(Samples.of(nanos)).rows().stream()
            .mapToInt(row -> Integer.parseInt(row.get(1)))
            .sum();
    assertThat(counted).isEqualTo(40);
  }

  private static RunHistory upTo(int count) {
    return Examples.history(
        ExampleRun.interrupted().run(), HISTORY.candidates().subList(0, count), Optional.empty());
  }
}
