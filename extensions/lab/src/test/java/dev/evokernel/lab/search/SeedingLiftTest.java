package dev.evokernel.lab.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.store.record.ExampleRun;
import dev.evokernel.store.run.StoredInitialConfiguration;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class SeedingLiftTest {

  private static final int EVALUATIONS = 20;

  /** Falls from 2 to {@code end} at evaluation {@code at}, a little different in each run. */
  private static List<BestSoFar> courses(int at, double end) {
    return IntStream.range(0, 10)
        .mapToObj(
            run ->
                new BestSoFar(
                    IntStream.rangeClosed(1, EVALUATIONS)
                        .mapToObj(n -> n < at ? 2.0 : end * (1 + run / 1000.0))
                        .toList()))
        .toList();
  }

  private static SeedingLift lift(List<BestSoFar> alone, List<BestSoFar> seeded) {
    return SeedingLift.of(EVALUATIONS, alone, seeded, new SplittableRandom(7));
  }

  @Test
  void of_seedsThatHelpAtOnceAndStayAhead_saysByHowMuchAndHowSoon() {
    SeedingLift lift = lift(courses(16, 1.0), courses(2, 0.8));
    assertThat(lift.points())
        .extracting(SeedingLift.Point::percent, SeedingLift.Point::evaluations)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(10, 2),
            org.assertj.core.groups.Tuple.tuple(25, 5),
            org.assertj.core.groups.Tuple.tuple(50, 10),
            org.assertj.core.groups.Tuple.tuple(100, 20));
    assertThat(lift.points().getFirst().lift().ratio()).isCloseTo(2.5, within(0.02));
    assertThat(lift.points().getLast().lift().ratio()).isCloseTo(1.25, within(1e-9));
    assertThat(lift.untilSeeded()).isEqualTo(2);
    assertThat(lift.untilAlone()).isGreaterThanOrEqualTo(16);
    assertThat(lift.seededReached().hits()).isEqualTo(10);
    assertThat(lift.verdict()).startsWith("Seeding helps: with it, the best at the end is 1.250×");
  }

  @Test
  void of_seedsThatHurt_saysSo() {
    assertThat(lift(courses(2, 0.8), courses(2, 1.0)).verdict()).startsWith("Seeding hurts");
  }

  @Test
  void of_seedsThatOnlyHelpEarly_saysBoth() {
    assertThat(lift(courses(16, 1.0), courses(2, 1.0)).verdict())
        .startsWith("Seeding helps early: ")
        .contains("after 2 evaluations", "No significant difference at the end");
  }

  @Test
  void of_seedsThatChangeNothing_doesNotCallADifference() {
    assertThat(lift(courses(9, 1.0), courses(9, 1.0)).verdict())
        .isEqualTo("No significant difference between runs with and without seeding.");
  }

  @Test
  void of_runsThatEndedEarly_keepWhatTheyHad() {
    var brief = List.of(new BestSoFar(List.of(2.0, 1.0)), new BestSoFar(List.of(1.0)));
    SeedingLift lift = lift(brief, brief);
    assertThat(lift.points().getLast().lift().ratio()).isEqualTo(1);
    assertThat(lift.target()).isCloseTo(1, within(1e-6));
  }

  @Test
  void report_inEveryFormat_holdsTheSeedsTheTableAndTheVerdict() {
    var report =
        new SeedingBenchReport(
            lift(courses(16, 1.0), courses(2, 0.8)),
            List.of(
                new StoredInitialConfiguration(
                    "microbench #1", ExampleRun.configuration(32, "row"), "", true),
                new StoredInitialConfiguration(
                    "microbench #2",
                    ExampleRun.configuration(32, "row"),
                    "the same as microbench #1",
                    false)),
            "10 runs",
            "./evo bench seeding kernels/gemm");
    assertThat(report.text())
        .contains("microbench #1", "not used: the same as microbench #1", "100 %")
        .endsWith("Again:  ./evo bench seeding kernels/gemm\n");
    assertThat(report.markdown()).contains("| 100 % | 20 | 1.250×", "**Seeding helps");
    JsonNode json = JsonMapper.builder().build().readTree(report.json());
    assertThat(json.get("lift").get(3).get("lift").get(0).asDouble()).isCloseTo(1.25, within(1e-9));
    assertThat(json.get("initial_configurations").get(1).get("used").asBoolean()).isFalse();
    assertThat(json.get("until_with_seeding").asDouble()).isEqualTo(2);
  }
}
