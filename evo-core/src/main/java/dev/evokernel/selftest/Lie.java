package dev.evokernel.selftest;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ShippedSources;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One way in which a kernel seems faster than it is, and what evo has to make of it.
 *
 * @param name of the function in the sources of the kernel {@code lying}
 * @param stages at which it may end; where chance decides there are several
 * @param reasons labels of the rejections that tell it rightly
 * @param deed what it does, in a few words
 */
record Lie(String name, Set<LieStage> stages, Set<String> reasons, String deed) {

  private static final String PARAMETER = "LIE";
  private static final Pattern BETWEEN_FIELDS = Pattern.compile(" \\| ");
  private static final Pattern BETWEEN_ITEMS = Pattern.compile(", ");

  /** Does what is needed and no more, so that it leads; no lie, and must not be taken for one. */
  static final Lie HONEST =
      new Lie(
          "honest_fast", Set.of(LieStage.LED), Set.of(), "does what is needed and nothing besides");

  Lie {
    stages = Set.copyOf(stages);
    reasons = Set.copyOf(reasons);
  }

  /** The honest kernel first, then every lie that exists on a backend. */
  static List<Lie> of(String backend) {
    return Stream.concat(Stream.of(HONEST), ShippedSources.lies(backend).stream().map(Lie::parse))
        .toList();
  }

  static Lie parse(String line) {
    String[] fields = BETWEEN_FIELDS.split(line, 4);
    if (fields.length != 4) {
      throw new IllegalArgumentException("A lie has four fields between ' | ', was: " + line);
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

  /** Whether a stage with this reason is one of those expected; nowhere, and leading, need none. */
  boolean isExpected(LieStage stage, String reason) {
    return stages.contains(stage) && (reason.isEmpty() || reasons.contains(reason));
  }
}
