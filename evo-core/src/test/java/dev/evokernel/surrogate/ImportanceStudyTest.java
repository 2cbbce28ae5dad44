package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Spaces;
import dev.evokernel.surrogate.Importance.Influence;
import dev.evokernel.surrogate.Importance.Influence.Level;
import dev.evokernel.surrogate.Importance.Pair;
import dev.evokernel.surrogate.ImportanceStudy.Domain;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import org.junit.jupiter.api.Test;

final class ImportanceStudyTest {

  private static final List<Parameter> PARAMETERS =
      List.of(
          Spaces.range("TILE", 1, 4),
          Spaces.range("VECTOR", 1, 2),
          Spaces.range("STAGES", 1, 2),
          Spaces.range("UNROLL", 1, 4));
  private static final int[] BEST = {0, 0, 0, 0};

  /** Every combination is valid but TILE=4 with UNROLL=4. */
  private static final Domain DOMAIN =
      new Domain(
          PARAMETERS, ImportanceStudyTest::valid, choices -> choices[0] < 3 || choices[3] < 3);

  private static int[] valid(RandomGenerator random) {
    int[] drawn = any(random);
    return DOMAIN.valid().test(drawn) ? drawn : valid(random);
  }

  private static int[] any(RandomGenerator random) {
    return new int[] {random.nextInt(4), random.nextInt(2), random.nextInt(2), random.nextInt(4)};
  }

  /**
   * TILE multiplies by 1, 1.2, 1.44, 1.73; VECTOR and STAGES cost 30 % where they differ, and have
   * no effect by themselves; UNROLL has none at all.
   */
  private static double log(int... choices) {
    return Math.log(1.2) * choices[0] + (choices[1] == choices[2] ? 0 : Math.log(1.3));
  }

  private static Importance study(ToDoubleFunction<int[]> log) {
    var random = new SplittableRandom(7);
    var observations = new ArrayList<Observation>();
    observations.add(new Observation(BEST, Math.exp(log.applyAsDouble(BEST))));
    for (int i = 0; i < 90; i++) {
      int[] choices = DOMAIN.random().apply(random);
      observations.add(new Observation(choices, Math.exp(log.applyAsDouble(choices))));
    }
    return new ImportanceStudy(DOMAIN, observations, List.of(), BEST, new int[] {3, 1, 0, 1}, 42)
        .study()
        .orElseThrow();
  }

  private static Influence influence(Importance importance, String name) {
    return importance.influences().stream()
        .filter(one -> one.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void of_knownFunction_findsItsVarianceShares() {
    Importance importance = study(ImportanceStudyTest::log);
    assertThat(importance.isTrusted()).isTrue();
    // Of log 1.2 times 0 to 3 the variance is 0.0416, and of log 1.3 or 0 it is 0.0172.
    Influence tile = influence(importance, "TILE");
    assertThat(tile.first().value()).isBetween(0.62, 0.78);
    assertThat(tile.total().value()).isBetween(0.6, 0.8);
    assertThat(tile.total().low()).isLessThanOrEqualTo(tile.total().value());
    assertThat(tile.total().high()).isGreaterThanOrEqualTo(tile.total().value());
    Influence vector = influence(importance, "VECTOR");
    assertThat(vector.first().value()).isLessThan(0.05);
    assertThat(vector.total().value()).isBetween(0.2, 0.4);
    assertThat(importance.influences().getFirst()).isEqualTo(tile);
  }

  @Test
  void of_parameterWithoutEffect_saysThatItDoesNotMatter() {
    Importance importance = study(ImportanceStudyTest::log);
    assertThat(influence(importance, "UNROLL").matters()).isFalse();
    assertThat(influence(importance, "TILE").matters()).isTrue();
  }

  @Test
  void of_twoParametersThatActTogether_namesThePair() {
    Importance importance = study(ImportanceStudyTest::log);
    Pair pair = importance.pairs().getFirst();
    assertThat(List.of(pair.one(), pair.other())).containsExactly("VECTOR", "STAGES");
    assertThat(pair.share().value()).isBetween(0.2, 0.4);
    assertThat(importance.pairs()).hasSize(1);
  }

  @Test
  void of_singleValues_saysWhatEachDoesToTheBest() {
    Influence tile = influence(study(ImportanceStudyTest::log), "TILE");
    List<Level> levels = tile.levels();
    assertThat(levels).extracting(Level::value).containsExactly("1", "2", "3", "4");
    assertThat(levels.get(0).best().orElseThrow().value()).isEqualTo(1);
    assertThat(levels.get(3).best().orElseThrow().value()).isBetween(1.6, 1.85);
    assertThat(levels.get(0).average().orElseThrow().value()).isLessThan(0.85);
    assertThat(levels.get(0).measured()).hasValue(1);
  }

  @Test
  void of_invalidValue_isNotExpectedToBeTaken() {
    Influence unroll =
        new ImportanceStudy(DOMAIN, observed(40), List.of(), new int[] {3, 0, 0, 0}, BEST, 42)
            .study().stream().map(one -> influence(one, "UNROLL")).findFirst().orElseThrow();
    assertThat(unroll.levels().get(2).best()).isPresent();
    assertThat(unroll.levels().get(3).best()).isEmpty();
  }

  private static List<Observation> observed(int count) {
    var random = new SplittableRandom(3);
    var observations = new ArrayList<Observation>();
    for (int i = 0; i < count; i++) {
      int[] choices = DOMAIN.random().apply(random);
      observations.add(new Observation(choices, Math.exp(log(choices))));
    }
    return observations;
  }

  @Test
  void of_nothingButNoise_isNotTrusted() {
    var noise = new SplittableRandom(5);
    assertThat(study(_ -> noise.nextGaussian()).isTrusted()).isFalse();
  }

  @Test
  void of_everythingLearnt_expectsNoGain() {
    assertThat(study(ImportanceStudyTest::log).remaining().gain()).isLessThan(0.01);
  }

  @Test
  void of_bestThatIsNone_expectsAGain() {
    int[] poor = {3, 1, 0, 0};
    List<Observation> slow = observed(120).stream().filter(one -> one.choices()[0] > 0).toList();
    Importance importance =
        new ImportanceStudy(DOMAIN, slow, List.of(), poor, BEST, 42).study().orElseThrow();
    assertThat(importance.remaining().gain()).isGreaterThan(0.2);
  }

  @Test
  void of_everythingElseRejected_looksAtNothing() {
    var all = new ArrayList<int[]>();
    for (int i = 0; i < 64; i++) {
      all.add(new int[] {i / 16, i / 8 % 2, i / 4 % 2, i % 4});
    }
    Importance importance =
        new ImportanceStudy(DOMAIN, observed(40), all, BEST, BEST, 42).study().orElseThrow();
    assertThat(importance.remaining().looked()).isZero();
  }

  @Test
  void of_tooFewObservations_isEmpty() {
    List<Observation> few = observed(40).subList(0, ImportanceStudy.FEWEST - 1);
    assertThat(new ImportanceStudy(DOMAIN, few, List.of(), BEST, BEST, 42).study()).isEmpty();
  }

  @Test
  void evaluated_domain_takesPairsThatWereSeenTogetherForValid() {
    Domain domain =
        Domain.evaluated(
            PARAMETERS,
            List.of(new int[] {0, 0, 0, 0}, new int[] {1, 1, 0, 0}, new int[] {0, 1, 0, 1}));
    assertThat(domain.valid().test(new int[] {0, 1, 0, 0})).isTrue();
    assertThat(domain.valid().test(new int[] {1, 0, 0, 0})).isFalse();
    assertThat(domain.valid().test(new int[] {0, 0, 1, 0})).isFalse();
    assertThat(domain.valid().test(domain.random().apply(new SplittableRandom(1)))).isTrue();
  }
}
