package dev.evokernel.report.page;

import dev.evokernel.expr.Value;
import dev.evokernel.importance.Band;
import dev.evokernel.importance.Importance;
import dev.evokernel.importance.Influence;
import dev.evokernel.importance.Influence.Level;
import dev.evokernel.kernel.Parameter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One macro in which the best differs from the default.
 *
 * @param back time of the best with the default's value here, relative to the best's, as the model
 *     expects it; empty where it may not have that value, or nothing is known
 * @param measured the same as it was measured
 */
record Change(
    String parameter, Value before, Value after, Optional<Band> back, OptionalDouble measured) {

  /** Below so much it is not worth a word. */
  private static final double LITTLE = 0.005;

  /** Those that cost most when taken back come first. */
  static List<Change> of(StudiedRun run) {
    var changes = new ArrayList<Change>();
    run.best()
        .ifPresent(
            best -> {
              for (Parameter one : run.parameters()) {
                Optional<Value> before = run.theDefault().find(one.name());
                Optional<Value> after = best.configuration().find(one.name());
                // What only one of two variants has is no change but that of the variant.
                if (before.isPresent() && after.isPresent() && !before.equals(after)) {
                  Optional<Level> level = level(run.importance(), one.name(), before.get());
                  changes.add(
                      new Change(
                          one.name(),
                          before.get(),
                          after.get(),
                          level.flatMap(Level::best),
                          level.map(Level::measured).orElse(OptionalDouble.empty())));
                }
              }
            });
    changes.sort(Comparator.comparingDouble(Change::cost).reversed());
    return changes;
  }

  private static Optional<Level> level(
      Optional<Importance> importance, String parameter, Value value) {
    return importance.stream()
        .filter(Importance::isTrusted)
        .flatMap(known -> known.influences().stream())
        .filter(one -> one.name().equals(parameter))
        .map(Influence::levels)
        .flatMap(List::stream)
        .filter(level -> level.value().equals(value.toString()))
        .findFirst();
  }

  /** What was measured counts more than what is expected. */
  private double cost() {
    return measured.orElse(back.map(Band::value).orElse(1.0)) - 1;
  }

  boolean matters() {
    return measured.isPresent()
        ? cost() >= LITTLE
        : back.isPresent() && back.get().low() > 1 + LITTLE;
  }

  String words() {
    return "%s %s → %s".formatted(parameter, before, after);
  }

  /** For example {@code TILE_M 32 → 64: taken back, it is 12 % slower.} */
  String sentence() {
    return measured.isPresent()
        ? "%s: taken back, %s (measured)."
            .formatted(words(), Numbers.change(measured.getAsDouble()))
        : back.map(
                band ->
                    "%s: taken back, about %s.".formatted(words(), Numbers.change(band.value())))
            .orElse(words() + ".");
  }
}
