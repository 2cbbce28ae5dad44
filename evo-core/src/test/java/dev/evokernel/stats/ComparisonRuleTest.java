package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Contrast.Relation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ComparisonRuleTest {

  private static final ComparisonRule RULE = ComparisonRule.confirmed(ComparisonRule.MARGIN, 1);
  private static final int ROUNDS = 60;
  private static final int PROCESSES_AT_MOST = 4;

  /** Both contenders in one process, the other so many times as slow. */
  private static PairedSamples encounter(double slowDown, double noise, RandomGenerator random) {
    return new PairedSamples(samples(1000, noise, random), samples(1000 * slowDown, noise, random));
  }

  /**
   * What a machine does: a process has a bias of its own, neighbouring samples resemble each other,
   * and one sample in fifty is far too slow.
   */
  private static Samples samples(double nanos, double noise, RandomGenerator random) {
    double level = nanos * Math.exp(0.003 * random.nextGaussian());
    double[] samples = new double[ROUNDS];
    double wave = 0;
    for (int i = 0; i < ROUNDS; i++) {
      wave = 0.3 * wave + Math.sqrt(1 - 0.09) * random.nextGaussian();
      double outlier = random.nextInt(50) == 0 ? 10 * Math.abs(random.nextGaussian()) : 0;
      samples[i] = level * Math.exp(noise * (wave + outlier));
    }
    return Samples.of(samples);
  }

  /** Processes until the rule decides, as a sequential comparison does. */
  private static Contrast compared(double slowDown, double noise, RandomGenerator random) {
    List<PairedSamples> encounters = new ArrayList<>();
    Contrast contrast;
    do {
      encounters.add(encounter(slowDown, noise, random));
      contrast = RULE.contrast(encounters);
    } while (contrast.typical() == Relation.UNDECIDED && encounters.size() < PROCESSES_AT_MOST);
    return contrast;
  }

  private static double share(Relation wanted, double slowDown, double noise, int duels) {
    var random = new SplittableRandom(20261121);
    long found = 0;
    for (int i = 0; i < duels; i++) {
      found += compared(slowDown, noise, random).typical() == wanted ? 1 : 0;
    }
    return (double) found / duels;
  }

  @Test
  void contrast_ofEqualPrograms_raisesAlmostNoAlarm() {
    assertThat(share(Relation.SLOWER, 1, 0.01, 200)).isLessThanOrEqualTo(0.005);
    assertThat(share(Relation.SLOWER, 1, 0.02, 200)).isLessThanOrEqualTo(0.005);
    assertThat(share(Relation.SAME, 1, 0.01, 100)).isGreaterThan(0.95);
    assertThat(share(Relation.SAME, 1, 0.02, 100)).isGreaterThan(0.8);
  }

  @Test
  void contrast_ofAProgramThreePercentSlower_findsItSlower() {
    assertThat(share(Relation.SLOWER, 1.03, 0.01, 100)).isGreaterThan(0.95);
    assertThat(share(Relation.SLOWER, 1.03, 0.02, 100)).isGreaterThan(0.9);
  }

  @Test
  @Tag("full")
  void contrast_inThousandsOfDuels_seldomErrs() {
    assertThat(share(Relation.SLOWER, 1, 0.01, 1000)).isLessThanOrEqualTo(0.002);
    assertThat(share(Relation.SLOWER, 1, 0.02, 1000)).isLessThanOrEqualTo(0.002);
    assertThat(share(Relation.SAME, 1, 0.01, 300)).isGreaterThan(0.98);
    assertThat(share(Relation.SAME, 1, 0.02, 300)).isGreaterThan(0.85);
    assertThat(share(Relation.SLOWER, 1.03, 0.01, 500)).isGreaterThan(0.97);
    assertThat(share(Relation.SLOWER, 1.03, 0.02, 500)).isGreaterThan(0.95);
  }

  @Test
  void contrast_ofAProgramFivePercentFaster_findsItFaster() {
    assertThat(share(Relation.FASTER, 1 / 1.05, 0.02, 200)).isGreaterThan(0.95);
  }

  @Test
  void contrast_onAMachineFarTooNoisy_saysThatItCannotTell() {
    assertThat(share(Relation.UNDECIDED, 1, 0.2, 100)).isGreaterThan(0.9);
  }

  @Test
  void contrast_afterOneProcess_neverCallsARegression() {
    var random = new SplittableRandom(1);
    Contrast once = RULE.contrast(List.of(encounter(1.2, 0.001, random)));
    assertThat(once.typical()).isEqualTo(Relation.UNDECIDED);
    assertThat(once.p50().high()).isLessThan(1);
    assertThat(new ComparisonRule(0.02, 1, 1).contrast(List.of(encounter(1.2, 0.001, random))))
        .satisfies(
            unconfirmed -> {
              assertThat(unconfirmed.typical()).isEqualTo(Relation.SLOWER);
              assertThat(unconfirmed.isRegression()).isTrue();
              assertThat(unconfirmed.notSlower()).isFalse();
            });
  }

  @Test
  void contrast_whenOnlyOneOfTwoProcessesSeesADifference_doesNotCallIt() {
    var random = new SplittableRandom(2);
    List<PairedSamples> encounters =
        List.of(encounter(1.06, 0.001, random), encounter(1.0, 0.001, random));
    assertThat(RULE.contrast(encounters).typical()).isEqualTo(Relation.UNDECIDED);
  }

  @Test
  void contrast_withALittleLoss_isNeitherSlowerNorAnythingElse() {
    var random = new SplittableRandom(3);
    List<PairedSamples> encounters =
        List.of(encounter(1.019, 0.001, random), encounter(1.019, 0.001, random));
    Contrast contrast = RULE.contrast(encounters);
    assertThat(contrast.typical()).isEqualTo(Relation.UNDECIDED);
    assertThat(contrast.notSlower()).isFalse();
  }

  @Test
  void contrast_withASlowTailAlone_isARegressionOfP90() {
    var random = new SplittableRandom(4);
    List<PairedSamples> encounters =
        List.of(slowTail(random), slowTail(random), slowTail(random), slowTail(random));
    Contrast contrast = RULE.contrast(encounters);
    assertThat(contrast.typical()).isEqualTo(Relation.SAME);
    assertThat(contrast.tail()).isEqualTo(Relation.SLOWER);
    assertThat(contrast.isRegression()).isTrue();
  }

  /** Every third launch of the other is a tenth slower. */
  private static PairedSamples slowTail(RandomGenerator random) {
    double[] base = samples(1000, 0.001, random).nanos();
    double[] other = samples(1000, 0.001, random).nanos();
    for (int i = 0; i < other.length; i += 3) {
      other[i] *= 1.1;
    }
    return new PairedSamples(Samples.of(base), Samples.of(other));
  }

  @Test
  void contrast_underDriftThatHitsBoth_doesNotSeeIt() {
    var random = new SplittableRandom(5);
    List<PairedSamples> encounters = List.of(drifting(random), drifting(random));
    Contrast contrast = RULE.contrast(encounters);
    assertThat(contrast.typical()).isEqualTo(Relation.SAME);
    assertThat(contrast.p50().ratio()).isCloseTo(1, within(0.005));
  }

  /** Both become a third slower on the way. */
  private static PairedSamples drifting(RandomGenerator random) {
    double[] base = samples(1000, 0.001, random).nanos();
    double[] other = samples(1000, 0.001, random).nanos();
    Arrays.setAll(base, i -> base[i] * (1 + i / 180.0));
    Arrays.setAll(other, i -> other[i] * (1 + i / 180.0));
    return new PairedSamples(Samples.of(base), Samples.of(other));
  }

  @Test
  void contrast_ofManyShapes_asksMoreOfEach() {
    PairedSamples one = encounter(1.01, 0.02, new SplittableRandom(6));
    RatioEstimate alone = RULE.contrast(List.of(one)).p50();
    RatioEstimate oneOfTen = ComparisonRule.confirmed(0.02, 10).contrast(List.of(one)).p50();
    assertThat(oneOfTen.low()).isLessThan(alone.low());
    assertThat(oneOfTen.high()).isGreaterThan(alone.high());
    assertThat(oneOfTen.ratio()).isEqualTo(alone.ratio());
  }

  @Test
  void encounter_withOtherRounds_isRefused() {
    assertThatThrownBy(() -> new PairedSamples(Samples.of(1, 2), Samples.of(1)))
        .hasMessageContaining("equal counts, had 2 and 1");
    assertThatThrownBy(() -> ComparisonRule.confirmed(2, 1)).hasMessageContaining("0.02 for 2 %");
  }
}
