package dev.evokernel.lab;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.Role;
import dev.evokernel.store.RunHistory;

/**
 * Kernel that cheats to seem faster, with the expected outcome.
 *
 * @param name name of the function in the sources of the kernel {@code lying}
 * @param stages expected stages of detection; several if the stage depends on chance
 */
record Lie(String name, Set<Stage> stages, Set<String> reasons, String deed) {

  private static final String PARAMETER = "LIE";
  private static final Pattern BETWEEN_FIELDS = Pattern.compile(" \\| ");
  private static final Pattern BETWEEN_ITEMS = Pattern.compile(", ");

  /** Control: an honest, faster kernel, which must become champion. */
  static final Lie HONEST =
      new Lie(
          "honest_fast", Set.of(Stage.LED), Set.of(), "honest control, does only what is needed");

  public Lie {
    stages = Set.copyOf(stages);
    reasons = Set.copyOf(reasons);
  }

  static List<Lie> of(String backend) {
    return Stream.concat(Stream.of(HONEST), ShippedSources.lies(backend).stream().map(Lie::parse))
        .toList();
  }

  static Lie parse(String line) {
    String[] fields = BETWEEN_FIELDS.split(line, 4);
    if (fields.length != 4) {
      throw new IllegalArgumentException(
          "A lie must have four fields separated by ' | ', was: " + line);
    }
    return new Lie(
        fields[0],
        BETWEEN_ITEMS.splitAsStream(fields[1]).map(Stage::ofLabel).collect(Collectors.toSet()),
        BETWEEN_ITEMS.splitAsStream(fields[2]).collect(Collectors.toSet()),
        fields[3]);
  }

  Configuration applied(Configuration honest) {
    return honest.with(PARAMETER, Value.ofPlain(name));
  }

  /** Whether this stage with this reason is expected; an empty reason matches any. */
  boolean isExpected(Stage stage, String reason) {
    return stages.contains(stage) && (reason.isEmpty() || reasons.contains(reason));
  }

  public enum Stage {
    /** Rejected by the correctness gate, or by checks during timing. */
    EVALUATION,
    /** Rejected by the examination of a new best candidate. */
    BEST,
    /** Excluded from the finals, or rejected in the finals. */
    FINALS,
    /** Measured, but not faster than the default. */
    NOWHERE,
    LED,
    BROKE_DOWN;

    @JsonValue
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Label in the table: an outcome that stands out is in capitals. */
    public String outcome() {
      return switch (this) {
        case EVALUATION, FINALS -> label();
        case BEST -> "becoming best";
        case NOWHERE -> "no gain";
        case LED -> "LED";
        case BROKE_DOWN -> "failed";
      };
    }

    /**
     * @throws IllegalArgumentException if no stage has this label
     */
    static Stage ofLabel(String label) {
      return Arrays.stream(values())
          .filter(stage -> stage.label().equals(label))
          .findFirst()
          .orElseThrow(
              () -> new IllegalArgumentException("Unknown stage '" + label + "' of a lie."));
    }
  }

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
  record LieLine(
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
          FaultLine.InjectionResult.line(String.valueOf(e.getMessage())),
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
            FaultLine.InjectionResult.line(message).replace(folder + "/", ""),
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
}
