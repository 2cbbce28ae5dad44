package dev.evokernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Shape;
import dev.evokernel.shipping.DispatchRule.Leaf;
import dev.evokernel.shipping.DispatchRule.Split;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DispatchRuleTest {

  private final ShapeFeatures features =
      ShapeFeatures.of(List.of(shape(1, 64, "f16"), shape(8, 512, "bf16")), List.of());
  private final DispatchRule rule =
      new Split(
          features.atMost("B * S", 256),
          new Leaf(List.of(1, 0, 2)),
          new Split(
              features.is("T", Value.of("bf16")), new Leaf(List.of(2)), new Leaf(List.of(0, 1))));

  private static Shape shape(long b, long s, String type) {
    return new Shape("s", Map.of("B", b, "S", s), Map.of("T", Value.of(type)), CacheState.HOT);
  }

  @Test
  void at_featureAtItsThreshold_answersYes() {
    assertThat(rule.at(features.frame(shape(4, 64, "bf16")))).isEqualTo(new Leaf(List.of(1, 0, 2)));
    assertThat(rule.at(features.frame(shape(257, 1, "bf16")))).isEqualTo(new Leaf(List.of(2)));
    assertThat(rule.at(features.frame(shape(257, 1, "f16")))).isEqualTo(new Leaf(List.of(0, 1)));
  }

  @Test
  void choice_firstCannotRun_takesTheNextThatCan() {
    var frame = features.frame(shape(1, 1, "f16"));

    assertThat(rule.choice(frame, one -> one != 1)).contains(0);
    assertThat(rule.choice(frame, _ -> false)).isEmpty();
  }

  @Test
  void lines_splitAfterSplit_readsAsElseIf() {
    assertThat(rule.lines(List.of("candidate 7", "candidate 13", "candidate 31")))
        .containsExactly(
            "if B * S <= 256: candidate 13",
            "else if T == \"bf16\": candidate 31",
            "else: candidate 7");
    assertThat(rule.leaves()).isEqualTo(3);
  }

  @Test
  void lines_longFeature_hasALetterThatIsExplained() {
    String feature = "100 * 64 * ceil_div(B * ceil_div(S, 64), 132)";
    var rounds =
        new Split(features.atMost(feature, 80), new Leaf(List.of(0)), new Leaf(List.of(1)));

    assertThat(rounds.lines(List.of("candidate 7", "candidate 13")))
        .containsExactly(
            "if <a> <= 80: candidate 7", "else: candidate 13", "where <a> is " + feature);
  }

  @Test
  void atMost_conditional_standsInParentheses() {
    DispatchRule.Question question = features.atMost("B > 4 ? S : 1", 100);

    assertThat(question.text()).isEqualTo("(B > 4 ? S : 1) <= 100");
    assertThat(question.holds(features.frame(shape(8, 101, "f16")))).isFalse();
    assertThat(question.holds(features.frame(shape(4, 101, "f16")))).isTrue();
  }

  @Test
  void is_unknownFact_isRefused() {
    assertThatThrownBy(() -> features.is("U", Value.of("f16")))
        .isInstanceOf(ExpressionException.class);
  }
}
