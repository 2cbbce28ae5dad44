package dev.evokernel.stats.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import module java.base;

import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Judgement;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.objective.AcceptanceRule.Tail;
import org.junit.jupiter.api.Test;

final class AcceptanceRuleTest {

  private static final AcceptanceRule RULE = AcceptanceRule.DEFAULT;

  @Test
  void judge_fasterOnTwoShapesEqualOnTheThird_accepts() {
    Judgement judgement = judge(RULE, shapes(100, 100, 100), shapes(80, 85, 100));
    assertThat(judgement.verdict().accepted()).isTrue();
    List<String> reasons = judgement.verdict().reasons();
    assertThat(reasons.subList(0, 2)).allMatch(reason -> reason.contains(": faster, "));
    assertThat(reasons.subList(2, reasons.size()))
        .singleElement()
        .asString()
        .startsWith("s2: inconclusive, 1.0");
    assertThat(judgement.speedUps()).containsOnlyKeys("s0", "s1", "s2");
  }

  @Test
  void judge_fasterOnOneOfThree_saysHowManyAreMissing() {
    Verdict verdict = judge(RULE, shapes(100, 100, 100), shapes(80, 100, 100)).verdict();
    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.reasons().getFirst())
        .isEqualTo("The candidate is at least 1.03× faster on 1 of 3 shapes; 2 are required.");
    assertThat(verdict.reasons()).anyMatch(r -> r.startsWith("s1: inconclusive"));
  }

  @Test
  void judge_singleShapeJob_asksForThatShape() {
    assertThat(judge(RULE, shapes(100), shapes(80)).verdict().accepted()).isTrue();
    assertThat(judge(RULE, shapes(100), shapes(100)).verdict().reasons().getFirst())
        .startsWith("The candidate is at least 1.03× faster on 0 of 1 shape; 1 is");
  }

  @Test
  void judge_twoShapesOfTwoNeeded_oneIsNotEnough() {
    assertThat(judge(RULE, shapes(100, 100), shapes(80, 100)).verdict().accepted()).isFalse();
  }

  @Test
  void judge_fasterByLessThanTheMargin_refuses() {
    Verdict verdict = judge(RULE, shapes(100), shapes(98)).verdict();
    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.reasons()).anyMatch(reason -> reason.contains("but by less than 1.03×"));
  }

  @Test
  void judge_intervalThatIncludesOne_isNoWinHoweverLargeTheRatio() {
    var before = new LinkedHashMap<String, ProcessSamples>();
    before.put("s", ProcessSamples.of(Samples.of(50, 100, 150)));
    var after = new LinkedHashMap<String, ProcessSamples>();
    after.put("s", ProcessSamples.of(Samples.of(140, 60, 40)));
    Judgement judgement = RULE.judge(before, after, new SplittableRandom(1));
    assertThat(judgement.speedUps().get("s")).extracting(SpeedUp::isFaster).isEqualTo(false);
    assertThat(judgement.verdict().accepted()).isFalse();
  }

  @Test
  void judge_lossOnAThirdShape_refuses() {
    Verdict verdict = judge(RULE, shapes(100, 100, 100), shapes(80, 80, 120)).verdict();
    assertThat(verdict.accepted()).isFalse();
    assertThat(verdict.reasons().getFirst()).startsWith("s2: slower");
  }

  @Test
  void judge_fasterMedianWithWorseTail_isUpToTheRule() {
    SequencedMap<String, ProcessSamples> before = shapes(100);
    double[] nanos = shapes(80).firstEntry().getValue().all().nanos();
    for (int i = 0; i < nanos.length; i += 4) {
      nanos[i] *= 2;
    }
    var after = new LinkedHashMap<String, ProcessSamples>();
    after.put("s0", ProcessSamples.of(Samples.of(nanos)));
    Verdict strict = judge(RULE, before, after).verdict();
    assertThat(strict.accepted()).isFalse();
    assertThat(strict.reasons())
        .singleElement()
        .asString()
        .matches("s0: p90 is [0-9.]+ % slower\\.");
    assertThat(judge(new AcceptanceRule(1.03, 2, Tail.ANY), before, after).verdict().accepted())
        .isTrue();
  }

  @Test
  void judge_equalKernelsManyTimes_seldomAccepts() {
    var random = new SplittableRandom(7);
    var rule = new AcceptanceRule(1, 1, Tail.NOT_WORSE);
    int accepted = 0;
    for (int i = 0; i < 100; i++) {
      accepted +=
          rule.judge(shapes(random, 100), shapes(random, 100), random).verdict().accepted() ? 1 : 0;
    }
    assertThat(accepted).isLessThanOrEqualTo(7);
  }

  @Test
  void judge_differentShapes_isRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> judge(RULE, shapes(1, 2), shapes(1)));
  }

  @Test
  void rule_outOfRange_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AcceptanceRule(0.97, 2, Tail.ANY))
        .withMessageContaining("accept.speedup must be >= 1, was 0.97");
    assertThatIllegalArgumentException().isThrownBy(() -> new AcceptanceRule(1.03, 0, Tail.ANY));
  }

  private static Judgement judge(
      AcceptanceRule rule,
      SequencedMap<String, ProcessSamples> before,
      SequencedMap<String, ProcessSamples> after) {
    return rule.judge(before, after, new SplittableRandom(42));
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
          ProcessSamples.of(
              Samples.of(
                  DoubleStream.generate(() -> median * (1 + 0.01 * random.nextGaussian()))
                      .limit(60)
                      .toArray())));
    }
    return shapes;
  }
}
