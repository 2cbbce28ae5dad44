package dev.evokernel.report.page;

import dev.evokernel.importance.Band;
import dev.evokernel.importance.Importance;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.Candidate;
import java.util.List;
import java.util.stream.Collectors;

/** In which macros the best differs from the default, and what each of them is worth. */
final class ChangesSection {

  private ChangesSection() {}

  static Section of(StudiedRun run) {
    List<Change> changes = Change.of(run);
    String heading = "Macro by macro";
    if (changes.isEmpty()) {
      return Section.of("changes", heading, Part.Text.of("They are the same configuration."));
    }
    var table =
        Table.builder()
            .text("macro")
            .quantity("default")
            .quantity(run.bestName())
            .text("taken back to the default's value, it is")
            .text("measured");
    for (Change change : changes) {
      table.row(
          change.parameter(),
          change.before().toString(),
          change.after().toString(),
          change.back().map(ChangesSection::words).orElse("not known"),
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
            "The same in both", List.of(Block.Paragraph.of(same.isEmpty() ? "Nothing." : same))));
  }

  private static String basis(StudiedRun run) {
    return run.importance().filter(Importance::isTrusted).isPresent()
        ? "What one is worth is what the model expects when it alone is taken back, and what was"
            + " measured where the search tried that. evo ablate measures more."
        : "The model predicts too little to say what each is worth; evo ablate measures it.";
  }

  private static String words(Band back) {
    return "%s (%s to %s)"
        .formatted(
            Numbers.change(back.value()), Numbers.change(back.low()), Numbers.change(back.high()));
  }
}
