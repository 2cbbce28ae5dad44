package dev.evokernel.surrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.Spaces;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Line by line it comes to what the textbook's closed form says. */
class PosteriorTest {

  /** What is kept of the panel are floats. */
  private static final double ROUNDED = 1e-6;

  private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(3);
  private final List<Parameter> parameters =
      List.of(
          Spaces.integers("TILE", 8, 16, 24, 32, 64, 128),
          Spaces.range("STAGES", 1, 5),
          Spaces.words("LAYOUT", "row", "column", "swizzled"));
  private final Coordinates coordinates = new Coordinates(parameters, false);
  private final CovarianceFunction likeness =
      new CovarianceFunction(coordinates, Hyperparameters.prior(coordinates, 0.5));
  private final List<int[]> told = draw(12);
  private final double[] objectives = random.doubles(12, -1, 1).toArray();
  private final List<int[]> panel = draw(9);

  @Test
  void mean_everythingLearnt_isThatOfTheClosedForm() {
    var posterior = new Posterior(likeness);
    posterior.add(panel.subList(0, 4));
    tellAndLearn(posterior, 0, 7);
    posterior.add(panel.subList(4, 9));
    tellAndLearn(posterior, 7, 12);
    for (int seat = 0; seat < panel.size(); seat++) {
      assertThat(posterior.mean(seat)).isCloseTo(closedForm(panel.get(seat), 12), within(ROUNDED));
    }
  }

  @Test
  void variance_pendingEvaluation_narrowsItAndMovesNoMean() {
    var posterior = new Posterior(likeness);
    posterior.add(panel);
    tellAndLearn(posterior, 0, 5);
    double[] means = IntStream.range(0, 9).mapToDouble(posterior::mean).toArray();
    double before = posterior.variance(2);
    posterior.tell(panel.get(2), 1);
    assertThat(IntStream.range(0, 9).mapToDouble(posterior::mean).toArray()).isEqualTo(means);
    assertThat(posterior.variance(2)).isLessThan(0.1 * before);
  }

  @Test
  void learn_severalUnderWay_isThatOfTheClosedFormInTheEnd() {
    var posterior = new Posterior(likeness);
    posterior.add(panel);
    told.forEach(choices -> posterior.tell(choices, 1));
    for (int i = 0; i < 12; i++) {
      posterior.learn(objectives[i], 0);
    }
    for (int seat = 0; seat < panel.size(); seat++) {
      assertThat(posterior.mean(seat)).isCloseTo(closedForm(panel.get(seat), 12), within(ROUNDED));
    }
  }

  /** Pending configurations move no mean, whichever of them is learnt first. */
  @Test
  void advance_pendingInAnotherOrder_isThatOfTheClosedForm() {
    var posterior = new Posterior(likeness);
    var inOrder = new Posterior(likeness);
    posterior.add(panel.subList(0, 4));
    inOrder.add(panel);
    tellAndLearn(posterior, 0, 5);
    tellAndLearn(inOrder, 0, 5);
    for (int i : new int[] {9, 11, 10, 8, 5, 7, 6}) {
      posterior.tell(told.get(i), 1);
    }
    posterior.add(panel.subList(4, 9));
    learn(posterior, 4, 5); // The fifth of seven is under way the longest of those left.
    tellAndLearn(inOrder, 5, 6);
    assertAlike(posterior, inOrder);
    learn(posterior, 5, 6);
    learn(posterior, 4, 7);
    posterior.remove(2);
    inOrder.remove(2);
    tellAndLearn(inOrder, 6, 8);
    assertAlike(posterior, inOrder);
    learn(posterior, 3, 8);
    learn(posterior, 0, 9);
    learn(posterior, 1, 10);
    learn(posterior, 0, 11);
    tellAndLearn(inOrder, 8, 12);
    assertAlike(posterior, inOrder);
    for (int seat = 0; seat < panel.size() - 1; seat++) {
      assertThat(posterior.variance(seat)).isCloseTo(inOrder.variance(seat), within(10 * ROUNDED));
    }
  }

  private void learn(Posterior posterior, int pending, int which) {
    posterior.advance(pending);
    posterior.learn(objectives[which], which % 3 == 0 ? 1 : 0);
  }

  private static void assertAlike(Posterior posterior, Posterior other) {
    for (int seat = 0; seat < other.candidates(); seat++) {
      assertThat(posterior.mean(seat)).isCloseTo(other.mean(seat), within(ROUNDED));
    }
  }

  @Test
  void dismiss_aMember_theLastTakesItsSeat() {
    var posterior = new Posterior(likeness);
    posterior.add(panel);
    tellAndLearn(posterior, 0, 6);
    double last = posterior.mean(8);
    double variance = posterior.variance(8);
    posterior.remove(1);
    assertThat(posterior.candidates()).isEqualTo(8);
    assertThat(posterior.mean(1)).isEqualTo(last);
    assertThat(posterior.variance(1)).isEqualTo(variance);
    tellAndLearn(posterior, 6, 12);
    assertThat(posterior.mean(1)).isCloseTo(closedForm(panel.get(8), 12), within(ROUNDED));
  }

  @Test
  void dismiss_several_isOneAfterTheOther() {
    var together = new Posterior(likeness);
    together.add(panel);
    tellAndLearn(together, 0, 6);
    together.remove(7, 2, 6, 0);
    var single = new Posterior(likeness);
    single.add(panel);
    tellAndLearn(single, 0, 6);
    Stream.of(7, 2, 6, 0).forEach(single::remove);
    tellAndLearn(together, 6, 12);
    tellAndLearn(single, 6, 12);
    assertThat(together.candidates()).isEqualTo(5);
    assertThat(IntStream.range(0, 5).mapToDouble(together::mean).toArray())
        .isEqualTo(IntStream.range(0, 5).mapToDouble(single::mean).toArray());
    assertThat(together.mean(0)).isCloseTo(closedForm(panel.get(5), 12), within(ROUNDED));
  }

  @Test
  void restart_afterALongerLife_expectsWhatANewOneDoes() {
    var posterior = new Posterior(likeness);
    posterior.add(draw(30));
    told.reversed().forEach(choices -> posterior.tell(choices, 1));
    posterior.restart(likeness, _ -> 0);
    posterior.add(panel.subList(0, 2));
    tellAndLearn(posterior, 0, 3);
    posterior.add(panel.subList(2, 9));
    posterior.remove(0);
    tellAndLearn(posterior, 3, 7);
    for (int seat = 1; seat < 8; seat++) {
      assertThat(posterior.mean(seat)).isCloseTo(closedForm(panel.get(seat), 7), within(ROUNDED));
    }
  }

  /** Or a long search fills its heap with what the models of its shapes were made of. */
  @Test
  void restart_thenAsMuchAsBefore_asksForNoFurtherRows() {
    List<int[]> many = Stream.generate(this::any).limit(2000).toList();
    var posterior = new Posterior(likeness);
    lead(posterior, many);
    posterior.restart(likeness, _ -> 0);
    long before = allocated();
    lead(posterior, many);
    long rows = 100 * 2000 * Double.BYTES;
    assertThat(allocated() - before).isLessThan(rows / 4);
  }

  private static void lead(Posterior posterior, List<int[]> many) {
    many.subList(0, 100).forEach(choices -> posterior.tell(choices, 1));
    posterior.add(many);
  }

  private static long allocated() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getCurrentThreadAllocatedBytes();
  }

  @Test
  void tell_aHint_narrowsByTheShareThatItExplains() {
    var posterior = new Posterior(likeness);
    posterior.add(List.of(panel.get(2)));
    double before = posterior.variance(0);
    posterior.tell(panel.get(2), 0.5);
    double after = posterior.variance(0);
    assertThat(after / before).isCloseTo(0.5, within(0.01));
    posterior.learnHint(1);
    assertThat(posterior.mean(0)).isCloseTo(Math.sqrt(0.5), within(0.01));
    assertThat(posterior.variance(0)).isEqualTo(after);
  }

  @Test
  void risk_nextToWhatWasRejected_isHigherThanNextToWhatWorked() {
    var posterior = new Posterior(likeness);
    posterior.add(List.of(new int[] {0, 0, 0}, new int[] {5, 4, 2}));
    posterior.tell(new int[] {0, 1, 0}, 1);
    posterior.tell(new int[] {5, 3, 2}, 1);
    posterior.learn(1, 1);
    posterior.learn(-1, 0);
    assertThat(posterior.risk(0)).isGreaterThan(0.4);
    assertThat(posterior.risk(1)).isLessThan(0.05);
  }

  private void tellAndLearn(Posterior posterior, int from, int to) {
    for (int i = from; i < to; i++) {
      posterior.tell(told.get(i), 1);
      posterior.learn(objectives[i], 0);
    }
  }

  /** kᵀ (K + noise)⁻¹ y. */
  private double closedForm(int[] choices, int count) {
    double[][] covariance = new double[count][count];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        covariance[i][j] =
            likeness.between(told.get(i), told.get(j)) + (i == j ? likeness.noise() : 0);
      }
    }
    double[][] inverse = Cholesky.of(covariance).inverse();
    double mean = 0;
    for (int i = 0; i < count; i++) {
      double weight = 0;
      for (int j = 0; j < count; j++) {
        weight += inverse[Math.max(i, j)][Math.min(i, j)] * objectives[j];
      }
      mean += likeness.between(choices, told.get(i)) * weight;
    }
    return mean;
  }

  private int[] any() {
    return new int[] {random.nextInt(6), random.nextInt(5), random.nextInt(3)};
  }

  /** All different. */
  private List<int[]> draw(int count) {
    var seen = new ArrayList<List<Integer>>();
    return Stream.generate(this::any)
        .filter(
            choices -> {
              List<Integer> boxed = IntStream.of(choices).boxed().toList();
              return !seen.contains(boxed) && seen.add(boxed);
            })
        .limit(count)
        .toList();
  }
}
