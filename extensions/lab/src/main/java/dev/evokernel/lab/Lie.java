package dev.evokernel.lab;

import module java.base;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ShippedSources;

/**
 * Kernel that cheats to seem faster, with the expected outcome.
 *
 * @param name name of the function in the sources of the kernel {@code lying}
 * @param stages expected stages of detection; several if the stage depends on chance
 */
public record Lie(String name, Set<Stage> stages, Set<String> reasons, String deed) {

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

  /** Stage that a lying kernel reached. */
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

    /** Label, for example {@code broke down}. */
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
}
