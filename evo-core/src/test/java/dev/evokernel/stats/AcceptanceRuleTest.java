package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import module java.base;

import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.AcceptanceRule.Tail;
import dev.evokernel.stats.Verdict.Decision;
import org.junit.jupiter.api.Test;

final class AcceptanceRuleTest {

  private static final AcceptanceRule RULE = AcceptanceRule.DEFAULT;

  @Test
  void judge_fasterOnTwoShapesEqualOnTheThird_accepts() {
    Verdict verdict = judge(RULE, shapes(100, 100, 100), shapes(80, 85, 100));
    assertThat(verdict.accepted()).isTrue();
    List<String> reasons = verdict.reasons();
    assertThat(reasons.subList(0, 2)).allMatch(reason -> reason.contains(": faster, "));
    assertThat(reasons.subList(2, reasons.size()))
        .singleElement()
        .asString()
        .startsWith("s2: not slower, ");
  }

  @Test
  void judge_fasterOnOneOfThree_saysHowManyAreMissing() {
    Verdict verdict = judge(RULE, shapes(100, 100, 100), shapes(80, 100, 100));
    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.reasons().getFirst())
        .isEqualTo("It is at least 1.03× faster on 1 of 3 shapes; 2 are required.");
    assertThat(verdict.reasons()).anyMatch(r -> r.startsWith("s1: not slower"));
  }

  @Test
  void judge_singleShapeJob_asksForThatShape() {
    assertThat(judge(RULE, shapes(100), shapes(80)).accepted()).isTrue();
    assertThat(judge(RULE, shapes(100), shapes(100)).reasons().getFirst())
        .startsWith("It is at least 1.03× faster on 0 of 1 shape; 1 is");
  }

  @Test
  void judge_twoShapesOfTwoNeeded_oneIsNotEnough() {
    assertThat(judge(RULE, shapes(100, 100), shapes(80, 100)).accepted()).isFalse();
  }

  @Test
  void judge_fasterByLessThanTheMargin_refuses() {
    Verdict verdict = judge(RULE, shapes(100), shapes(98));
    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.reasons()).anyMatch(reason -> reason.contains("but by less than 1.03×"));
  }

  @Test
  void judge_intervalThatIncludesOne_isUndecidedHoweverLargeTheRatio() {
    Verdict verdict =
        RULE.judge(
            ratios(
                Map.of("s", ProcessSamples.of(Samples.of(50, 100, 150))),
                Map.of(
                    "s",
                    ProcessSamples.of(Samples.of(140, 60, 40)).with(2, Samples.of(40, 60, 140)))));
    assertThat(verdict.decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(verdict.reasons())
        .anyMatch(reason -> reason.startsWith("s: inconclusive, not measurable on"));
  }

  @Test
  void judge_shapeThatMayBeSlower_isUndecidedThoughTwoOthersAreWon() {
    var random = new SplittableRandom(3);
    var after = new LinkedHashMap<>(shapes(80, 80));
    after.put("s2", noisy(random, 100));
    Verdict verdict = judge(RULE, shapes(100, 100, 100), after);
    assertThat(verdict.decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(verdict.reasons()).anyMatch(reason -> reason.startsWith("s2: inconclusive, "));
  }

  @Test
  void judge_oneProcess_isUndecidedAndSaysSo() {
    Verdict verdict =
        RULE.judge(
            ratios(
                Map.of("s", ProcessSamples.of(Samples.of(100, 101, 102))),
                Map.of("s", ProcessSamples.of(Samples.of(50, 51, 52)))));
    assertThat(verdict.decision()).isEqualTo(Decision.UNDECIDED);
    assertThat(verdict.reasons())
        .contains("Only one process measured the finalists; at least two are required.");
  }

  @Test
  void judge_defaultThatLostTimeSlices_isUndecidedAtAnyRatio() {
    Samples lost = Samples.of(15, 29_000, 15, 31_000, 30_000, 28_000, 30_500, 29_500);
    Samples quiet = Samples.of(15, 15.1, 15.2, 15.1, 15, 15.3, 15.1, 15.2);
    ProcessSamples base = ProcessSamples.of(lost).with(2, lost).with(3, lost);
    ProcessSamples other = ProcessSamples.of(quiet).with(2, quiet).with(3, quiet);
    Verdict verdict = RULE.judge(ratios(Map.of("s", base), Map.of("s", other)));
    assertThat(verdict.decision()).isEqualTo(Decision.UNDECIDED);
  }

  @Test
  void judge_shapeThatTheDefaultServes_isNoWin() {
    var served = new LinkedHashMap<>(ratios(shapes(100, 100, 100), shapes(80, 80, 100)));
    served.put("s2", Optional.empty());
    assertThat(RULE.judge(served).accepted()).isTrue();
    served.put("s1", Optional.empty());
    assertThat(RULE.judge(served).decision()).isEqualTo(Decision.DEFAULT_STAYS);
    assertThat(RULE.judge(served).reasons()).contains("s1: the default stays.");
  }

  @Test
  void judge_lossOnAThirdShape_refuses() {
    Verdict verdict = judge(RULE, shapes(100, 100, 100), shapes(80, 80, 120));
    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.decision()).isEqualTo(Decision.DEFAULT_STAYS);
    assertThat(verdict.reasons()).anyMatch(reason -> reason.startsWith("s2: slower"));
  }

  @Test
  void judge_fasterMedianWithWorseTail_isUpToTheRule() {
    SequencedMap<String, ProcessSamples> before = shapes(100);
    double[] nanos = shapes(80).firstEntry().getValue().processes().firstEntry().getValue().nanos();
    for (int i = 0; i < nanos.length; i += 5) {
      nanos[i] *= 2;
    }
    var after = new LinkedHashMap<String, ProcessSamples>();
    after.put("s0", threeTimes(Samples.of(nanos)));
    Verdict strict = judge(RULE, before, after);
    assertThat(strict.decision()).isEqualTo(Decision.DEFAULT_STAYS);
    assertThat(strict.reasons()).anyMatch(r -> r.matches("s0: .*, but p90 is [0-9.]+ % slower\\."));
    assertThat(judge(new AcceptanceRule(1.03, 2, Tail.ANY), before, after).accepted()).isTrue();
  }

  @Test
  void judge_equalKernelsManyTimes_seldomAccepts() {
    var random = new SplittableRandom(7);
    var rule = new AcceptanceRule(1, 1, Tail.NOT_WORSE);
    int accepted = 0;
    for (int i = 0; i < 100; i++) {
      accepted += judge(rule, shapes(random, 100), shapes(random, 100)).accepted() ? 1 : 0;
    }
    assertThat(accepted).isLessThanOrEqualTo(7);
  }

  @Test
  void rule_outOfRange_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AcceptanceRule(0.97, 2, Tail.ANY))
        .withMessageContaining("accept.speedup must be >= 1, was 0.97");
    assertThatIllegalArgumentException().isThrownBy(() -> new AcceptanceRule(1.03, 0, Tail.ANY));
  }

  private static Verdict judge(
      AcceptanceRule rule,
      SequencedMap<String, ProcessSamples> before,
      SequencedMap<String, ProcessSamples> after) {
    return rule.judge(ratios(before, after));
  }

  private static SequencedMap<String, Optional<ConfirmedRatio>> ratios(
      Map<String, ProcessSamples> before, Map<String, ProcessSamples> after) {
    Map<String, ConfirmedRatio> known =
        Objects.requireNonNull(ConfirmedRatio.of(before, Map.of(2, after), before.size()).get(2));
    var ratios = new LinkedHashMap<String, Optional<ConfirmedRatio>>();
    before.keySet().forEach(shape -> ratios.put(shape, Optional.ofNullable(known.get(shape))));
    return ratios;
  }

  private static SequencedMap<String, ProcessSamples> shapes(double... medians) {
    return shapes(new SplittableRandom(Arrays.hashCode(medians)), medians);
  }

  private static SequencedMap<String, ProcessSamples> shapes(
      RandomGenerator random, double... medians) {
    var shapes = new LinkedHashMap<String, ProcessSamples>();
    for (double median : medians) {
      shapes.put(
          "s" + shapes.size(),
          ProcessSamples.of(samples(random, median, 0.01))
              .with(2, samples(random, median, 0.01))
              .with(3, samples(random, median, 0.01)));
    }
    return shapes;
  }

  /** Samples of three processes that disagree by 10 %. */
  private static ProcessSamples noisy(RandomGenerator random, double median) {
    return ProcessSamples.of(samples(random, median, 0.01))
        .with(2, samples(random, 1.1 * median, 0.01))
        .with(3, samples(random, 0.9 * median, 0.01));
  }

  private static ProcessSamples threeTimes(Samples samples) {
    return ProcessSamples.of(samples).with(2, samples).with(3, samples);
  }

  private static Samples samples(RandomGenerator random, double median, double noise) {
    return Samples.of(
        DoubleStream.generate(() -> median * (1 + noise * random.nextGaussian()))
            .limit(60)
            .toArray());
  }
}
