package dev.evokernel.lab.selftest;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.ShippedSources;
import dev.evokernel.kernel.space.Configuration;

/**
 * Kernel that cheats to seem faster, with the expected outcome.
 *
 * @param name name of the function in the sources of the kernel {@code lying}
 * @param stages expected stages of detection; several if the stage depends on chance
 * @param reasons labels of the expected rejections
 * @param deed short description of the cheat
 */
record Lie(String name, Set<LieStage> stages, Set<String> reasons, String deed) {

  private static final String PARAMETER = "LIE";
  private static final Pattern BETWEEN_FIELDS = Pattern.compile(" \\| ");
  private static final Pattern BETWEEN_ITEMS = Pattern.compile(", ");

  /** Control: an honest, faster kernel, which must become champion. */
  static final Lie HONEST =
      new Lie(
          "honest_fast",
          Set.of(LieStage.LED),
          Set.of(),
          "honest control, does only what is needed");

  Lie {
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
        BETWEEN_ITEMS.splitAsStream(fields[1]).map(LieStage::ofLabel).collect(Collectors.toSet()),
        BETWEEN_ITEMS.splitAsStream(fields[2]).collect(Collectors.toSet()),
        fields[3]);
  }

  Configuration applied(Configuration honest) {
    return honest.with(PARAMETER, Value.ofPlain(name));
  }

  /** Whether this stage with this reason is expected; an empty reason matches any. */
  boolean isExpected(LieStage stage, String reason) {
    return stages.contains(stage) && (reason.isEmpty() || reasons.contains(reason));
  }
}
