package dev.evokernel.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenetics.ext.moea.Vec;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

final class FrontTest {

  private final SequencedMap<String, Vec<double[]>> all = new LinkedHashMap<>();

  private void point(String key, double first, double second) {
    all.put(key, Vec.of(first, second));
  }

  @Test
  void of_points_areThoseThatNobodyBeats() {
    point("beaten by both", 3, 3);
    point("slow and right", 2, 0);
    point("fast and wrong", 1, 2);
    point("as fast and more wrong", 1, 3);
    point("between", 1.5, 1);
    assertThat(Front.of(all).keys()).containsExactly("fast and wrong", "between", "slow and right");
  }

  @Test
  void of_equalPoints_isTheFirstOfThem() {
    point("first", 1, 1);
    point("second", 1, 1);
    assertThat(Front.of(all).keys()).containsExactly("first");
  }

  @Test
  void of_nothing_isEmpty() {
    assertThat(Front.of(all).members()).isEmpty();
    assertThat(Front.of(all).thinned(3).members()).isEmpty();
  }

  @Test
  void thinned_aDensePlace_losesIt() {
    point("end", 0, 10);
    point("dense", 4.9, 5.1);
    point("denser", 5, 5);
    point("dense too", 5.1, 4.9);
    point("lonely", 8, 2);
    point("other end", 10, 0);
    assertThat(Front.of(all).thinned(4).keys())
        .hasSize(4)
        .contains("end", "lonely", "other end")
        .doesNotContain("denser");
    assertThat(Front.of(all).thinned(1).keys()).containsExactly("end", "other end");
    assertThat(Front.of(all).thinned(9)).isEqualTo(Front.of(all));
  }
}
