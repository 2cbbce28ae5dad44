package dev.evokernel.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.evokernel.lab.RecordedSpace.Yardstick;
import org.junit.jupiter.api.Test;

final class YardstickTest {

  private static final double NAN = Double.NaN;

  /** The median is 3.5; 5 % of the way there from 1 lies 1.125, which one of eight reaches. */
  @Test
  void evaluations_oneOfEightAtTheTarget_areHalfOfTheMisses() {
    var yardstick =
        new Yardstick(
            new double[] {3, NAN, 1, 2, 6, 4, 5, NAN}, new double[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThat(yardstick.valid()).isEqualTo(6);
    assertThat(yardstick.optimum()).isEqualTo(1);
    assertThat(yardstick.median()).isEqualTo(3.5);
    assertThat(yardstick.evaluations()).isEqualTo(4); // 7 misses: ⌈7 / (8 + 1 − 7)⌉
    assertThat(yardstick.meanCost()).isEqualTo(4.5);
    assertThat(yardstick.seconds()).isEqualTo(18);
  }

  @Test
  void of_everythingFailed_isRefused() {
    assertThatThrownBy(() -> new Yardstick(new double[] {NAN}, new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Three configurations, one of which fails: all orders can be counted by hand. */
  @Test
  void at_randomBaseline_isTheExactExpectation() {
    var yardstick = new Yardstick(new double[] {1, 3, NAN}, new double[] {1, 1, 1});
    double[] expected = new Scoring.RandomBaseline(yardstick).at(0, 1, 1.5, 2, 3);
    assertThat(expected[0]).isEqualTo(2);
    assertThat(expected[1]).isCloseTo((1 + 3 + 2) / 3.0, within(1e-12));
    assertThat(expected[2]).isCloseTo((2 + 5 / 3.0) / 2, within(1e-12));
    assertThat(expected[3]).isCloseTo((1 + 1 + 3) / 3.0, within(1e-12));
    assertThat(expected[4]).isEqualTo(1);
  }

  @Test
  void at_replayedBaseline_meetsTheExactExpectationWhereCostsAreEqual() {
    var yardstick = new Yardstick(new double[] {1, 3, NAN}, new double[] {1, 1, 1});
    double[] replayed = Scoring.RandomBaseline.replayed(yardstick, 0.5, 1, 2, 3);
    assertThat(replayed[0]).isEqualTo(2);
    assertThat(replayed[1]).isCloseTo(2, within(0.03));
    assertThat(replayed[2]).isCloseTo(5 / 3.0, within(0.03));
    assertThat(replayed[3]).isEqualTo(1);
  }
}
