package dev.evokernel.report;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.store.Candidate;
import dev.evokernel.surrogate.Importance;
import dev.evokernel.surrogate.Importance.Band;
import dev.evokernel.surrogate.Importance.Influence;
import dev.evokernel.surrogate.Importance.Influence.Level;

/**
 * Macro in which the best differs from the default.
 *
 * @param back predicted time of the best with the default's value of this macro, relative to the
 *     best; empty if constraints forbid that value, or without a prediction
 * @param measured measured time of the best with the default's value, relative to the best
 */
record Change(
    String parameter, Value before, Value after, Optional<Band> back, OptionalDouble measured) {

  /** Relative cost below which a change does not matter. */
  private static final double LITTLE = 0.005;

  static List<Change> of(StudiedRun run) {
    Optional<Configuration> best = run.best().map(Candidate::configuration);
    var changes = new ArrayList<Change>();
    for (Parameter parameter : run.parameters()) {
      Optional<Value> before = run.theDefault().find(parameter.name());
      Optional<Value> after = best.flatMap(known -> known.find(parameter.name()));
      // A parameter of only one variant is part of the change of the variant.
      if (before.isPresent() && after.isPresent() && !before.equals(after)) {
        Optional<Level> level = level(run.importance(), parameter.name(), before.get());
        changes.add(
            new Change(
                parameter.name(),
                before.get(),
                after.get(),
                level.flatMap(Level::best),
                level.map(Level::measured).orElse(OptionalDouble.empty())));
      }
    }
    changes.sort(Comparator.comparingDouble(Change::cost).reversed());
    return changes;
  }

  private static Optional<Level> level(
      Optional<Importance> importance, String parameter, Value value) {
    return importance.stream()
        .filter(Importance::isTrusted)
        .flatMap(known -> known.influences().stream())
        .filter(influence -> influence.name().equals(parameter))
        .map(Influence::levels)
        .flatMap(List::stream)
        .filter(level -> level.value().equals(value.toString()))
        .findFirst();
  }

  /** Relative cost of reverting the change; a measurement has priority over the prediction. */
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

  /** A sentence: {@code TILE_M 32 → 64: reverted, 12 % slower (measured).} */
  String sentence() {
    return measured.isPresent()
        ? "%s: reverted, %s (measured).".formatted(words(), Numbers.change(measured.getAsDouble()))
        : back.map(
                band ->
                    "%s: reverted, about %s (predicted)."
                        .formatted(words(), Numbers.change(band.value())))
            .orElse(words() + ".");
  }

  static Section section(StudiedRun run) {
    List<Change> changes = of(run);
    String heading = "Differences from the default";
    if (changes.isEmpty()) {
      return Section.of(
          "changes", heading, Block.Paragraph.of("The best is the default configuration."));
    }
    Table table =
        new Table.Columns<Change>()
            .text("macro", Change::parameter)
            .quantity("default", Change::before)
            .quantity(run.bestName(), Change::after)
            .text("reverted to the default (90 % interval)", Change::predicted)
            .text("measured", change -> Numbers.formatted(Numbers::change, change.measured()))
            .rows(changes);
    List<String> changed = changes.stream().map(Change::parameter).toList();
    String same =
        run.best().map(Candidate::configuration).stream()
            .flatMap(
                best ->
                    run.parameters().stream()
                        .map(Parameter::name)
                        .filter(name -> !changed.contains(name))
                        .flatMap(name -> best.find(name).stream().map(value -> name + "=" + value)))
            .collect(Collectors.joining(", "));
    return Section.of(
        "changes",
        heading,
        Block.Paragraph.of(
            "The %s differs from the default in %d of %d macros. %s"
                .formatted(run.bestName(), changes.size(), run.parameters().size(), basis(run))),
        table,
        new Block.Details(
            "Equal macros", List.of(Block.Paragraph.of(same.isEmpty() ? "None." : same))));
  }

  private static String predicted(Change change) {
    return change.back().map(band -> Numbers.band(band, Numbers::change)).orElse("unknown");
  }

  private static String basis(StudiedRun run) {
    return run.importance().filter(Importance::isTrusted).isPresent()
        ? "The effect of a macro is predicted for reverting only this macro, and measured if the"
            + " search tried that configuration. To measure more effects, run evo ablate."
        : "The model predicts too little to attribute the effect. To measure it, run evo ablate.";
  }
}
