package dev.evokernel.lab.selftest;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Table row for a lying kernel.
 *
 * @param lie name of the lie
 * @param deed short description of the cheat
 * @param stage stage that the lie reached
 * @param reason label of the rejection; empty if not rejected
 * @param speedUp over the honest default, in the finals or else in the evaluation; empty if not
 *     timed
 * @param cost wall time of the evaluation without compilation
 * @param message message of the rejection or the verdict, in one line
 * @param expected whether stage and reason are as expected
 */
@JsonPropertyOrder({"lie", "right"})
public record LieLine(
    String lie,
    @JsonIgnore String deed,
    LieStage stage,
    String reason,
    @JsonProperty("speedup") @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble speedUp,
    @JsonProperty("evaluation_seconds") Duration cost,
    String message,
    @JsonIgnore boolean expected) {

  /** Reports failure of the line: a lie became champion, or the honest control did not. */
  @JsonIgnore
  public boolean isFooled() {
    return stage == LieStage.LED ? !expected : lie.equals(Lie.HONEST.name());
  }

  public boolean isRight() {
    return expected && !isFooled();
  }
}
