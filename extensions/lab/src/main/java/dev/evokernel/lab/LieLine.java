package dev.evokernel.lab;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.evokernel.lab.Lie.Stage;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;

/**
 * Table row for a lying kernel.
 *
 * @param stage stage that the lie reached
 * @param reason label of the rejection; empty if not rejected
 * @param speedUp over the honest default, in the finals or else in the evaluation; empty if not
 *     timed
 * @param cost wall time of the evaluation without compilation
 * @param message message of the rejection or the verdict, in one line
 */
@JsonPropertyOrder({"lie", "right"})
public record LieLine(
    String lie,
    @JsonIgnore String deed,
    Stage stage,
    String reason,
    @JsonProperty("speedup") @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalDouble speedUp,
    @JsonProperty("evaluation_seconds") Duration cost,
    String message,
    @JsonIgnore boolean expected) {

  /**
   * Derives the row from the history of a lie's run.
   *
   * @param folder base of paths in messages
   */
  static LieLine of(Lie lie, RunHistory history, Path folder) {
    return new Outcome(lie, history, folder).line();
  }

  static LieLine brokenDown(Lie lie, RuntimeException e) {
    return new LieLine(
        lie.name(),
        lie.deed(),
        Stage.BROKE_DOWN,
        "",
        OptionalDouble.empty(),
        Duration.ZERO,
        InjectionResult.line(String.valueOf(e.getMessage())),
        false);
  }

  /** Reports failure of the line: a lie became champion, or the honest control did not. */
  @JsonIgnore
  public boolean isFooled() {
    return stage == Stage.LED ? !expected : lie.equals(Lie.HONEST.name());
  }

  public boolean isRight() {
    return expected && !isFooled();
  }

  /** Result of a lie in the history of its run. */
  private record Outcome(Lie lie, RunHistory history, Path folder) {

    /** Text that occurs only in messages of the examination of a new best candidate. */
    private static final String EXAMINATION = "special input";

    LieLine line() {
      Candidate liar =
          history.candidates().stream()
              .filter(
                  candidate ->
                      candidate.configuration().equals(lie.applied(honest().configuration())))
              .findFirst()
              .orElseThrow();
      return switch (liar.evaluation().orElseThrow().outcome()) {
        case Rejected rejected ->
            rejected.message().contains(EXAMINATION)
                ? stopped(liar, Stage.BEST, rejected)
                : stopped(liar, Stage.EVALUATION, rejected);
        case Measured _ -> measured(liar);
      };
    }

    private LieLine measured(Candidate liar) {
      Optional<Exclusion> exclusion = history.flags().exclusion(liar.number());
      if (exclusion.isPresent()) {
        return stopped(liar, Stage.FINALS, exclusion.get().why());
      }
      FinalsDecision finals = history.finals().orElseThrow();
      String verdict = finals.verdict().toString();
      if (finals.results().stream().noneMatch(result -> result.candidate() == liar.number())) {
        return line(liar, Stage.FINALS, "", verdict);
      }
      return line(liar, leads(finals, liar.number()) ? Stage.LED : Stage.NOWHERE, "", verdict);
    }

    /** Checks whether a candidate is the champion, or serves a shape in the accepted set. */
    private static boolean leads(FinalsDecision finals, int candidate) {
      return finals.candidate(Role.CHAMPION).equals(OptionalInt.of(candidate))
          || finals.portfolio().stream()
              .filter(sets -> sets.verdict().accepted())
              .anyMatch(sets -> sets.dispatched().containsValue(candidate));
    }

    private LieLine stopped(Candidate liar, Stage stage, Rejected rejected) {
      return line(liar, stage, rejected.reason().label(), rejected.message());
    }

    private LieLine line(Candidate liar, Stage stage, String reason, String message) {
      return new LieLine(
          lie.name(),
          lie.deed(),
          stage,
          reason,
          speedUp(liar),
          Duration.ofNanos(liar.evaluation().orElseThrow().evaluateNanos()),
          InjectionResult.line(message).replace(folder + "/", ""),
          lie.isExpected(stage, reason));
    }

    private Candidate honest() {
      return history.defaultCandidate().orElseThrow();
    }

    private OptionalDouble speedUp(Candidate liar) {
      Optional<Measured> before = history.remeasured(honest().number());
      Optional<Measured> after = history.remeasured(liar.number());
      return before.isPresent() && after.isPresent()
          ? OptionalDouble.of(p50(before.get()) / p50(after.get()))
          : liar.measured()
              .map(
                  measured ->
                      OptionalDouble.of(p50(honest().measured().orElseThrow()) / p50(measured)))
              .orElseGet(OptionalDouble::empty);
    }

    private static double p50(Measured measured) {
      return measured.measurements().stream()
          .map(Measurement::samples)
          .mapToDouble(samples -> samples.p50())
          .sum();
    }
  }
}
