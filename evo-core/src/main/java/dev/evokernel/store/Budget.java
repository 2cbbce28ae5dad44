package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.text.Durations;

/**
 * Budget of a run, including finals and earlier sessions. The first limit reached ends the run. An
 * absent limit is a large value, so that comparisons need no special case.
 *
 * @param wall time by the clock, or {@link #FOREVER}
 * @param evaluations configurations to evaluate, or {@link #UNLIMITED}
 */
public record Budget(Duration wall, long evaluations) {

  /** No limit in time: 292 years, which still fit a {@code long} of nanoseconds. */
  public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  public static final long UNLIMITED = Long.MAX_VALUE;

  public static final Budget DEFAULT = new Budget(Duration.ofMinutes(3), UNLIMITED);

  public Budget {
    if (wall.isNegative() || wall.isZero()) {
      throw new IllegalArgumentException("The budget's wall time must be positive, not " + wall);
    }
    if (evaluations <= 0) {
      throw new IllegalArgumentException(
          "The budget's evaluations must be positive, not " + evaluations);
    }
    if (wall.equals(FOREVER) && evaluations == UNLIMITED) {
      throw new IllegalArgumentException("A budget has a wall time, or evaluations, or both.");
    }
  }

  /** Reads the section {@code budget}; empty if the text is no job of this version. */
  public static Optional<Budget> of(String job) {
    try {
      Optional<YamlNode.Mapping> budget =
          YamlDocument.of(Path.of("job"), job).root().find("budget").map(YamlNode::mapping);
      return Optional.of(
          budget.isEmpty()
              ? DEFAULT
              : new Budget(
                  budget
                      .get()
                      .find("wall")
                      .map(wall -> Durations.parse(wall.text()))
                      .orElse(FOREVER),
                  budget.get().find("evaluations").map(YamlNode::integer).orElse(UNLIMITED)));
    } catch (InvalidFileException | IllegalArgumentException | DateTimeException e) {
      return Optional.empty();
    }
  }

  public boolean hasWall() {
    return !wall.equals(FOREVER);
  }

  public boolean hasEvaluations() {
    return evaluations != UNLIMITED;
  }

  /** Compares with another budget; true if this one has more time, more evaluations, or both. */
  public boolean isBeyond(Budget other) {
    return wall.compareTo(other.wall) > 0 || evaluations > other.evaluations;
  }

  /** Whether the budget has room after a given use. */
  public boolean hasRoomAfter(long evaluated, Duration spent) {
    return evaluated < evaluations && spent.compareTo(wall) < 0;
  }
}
