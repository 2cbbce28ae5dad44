package dev.evokernel.report.page;

import dev.evokernel.importance.Importance;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.record.Candidate;
import java.util.List;
import java.util.stream.Collectors;

/** Section with the macros in which the best differs from the default, and their effect. */
final class ChangesSection {

  private ChangesSection() {}

  static Section of(StudiedRun run) {
    List<Change> changes = Change.of(run);
    String heading = "Differences from the default";
    if (changes.isEmpty()) {
      return Section.of("changes", heading, Part.Text.of("The best is the default configuration."));
    }
    var table =
        Table.builder()
            .text("macro")
            .quantity("default", run.bestName())
            .text("reverted to the default (90 % interval)", "measured");
    for (Change change : changes) {
      table.row(
          change.parameter(),
          change.before().toString(),
          change.after().toString(),
          change.back().map(band -> Numbers.band(band, Numbers::change)).orElse("unknown"),
          change.measured().isPresent() ? Numbers.change(change.measured().getAsDouble()) : "");
    }
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
        Part.Text.of(
            Block.Paragraph.of(
                "The %s differs from the default in %d of %d macros. %s"
                    .formatted(
                        run.bestName(), changes.size(), run.parameters().size(), basis(run))),
            table.build()),
        new Part.Folded(
            "Equal macros", List.of(Block.Paragraph.of(same.isEmpty() ? "None." : same))));
  }

  private static String basis(StudiedRun run) {
    return run.importance().filter(Importance::isTrusted).isPresent()
        ? "The effect of a macro is predicted for reverting only this macro, and measured if the"
            + " search tried that configuration. To measure more effects, run evo ablate."
        : "The model predicts too little to attribute the effect. To measure it, run evo ablate.";
  }
}
