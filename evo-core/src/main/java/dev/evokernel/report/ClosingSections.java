package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.Macros;
import dev.evokernel.report.text.Reproduction;
import dev.evokernel.report.text.Units;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;

/** Sections at the end of a page: next steps, finalists, use of time, reproduction. */
final class ClosingSections {

  private ClosingSections() {}

  static Section next(StudiedRun run) {
    List<NextStep> steps = NextStep.of(run, ShapeLine.of(run));
    var blocks = new ArrayList<Block>();
    for (NextStep step : steps) {
      blocks.add(new Block.Heading(3, step.gist()));
      blocks.add(Block.Paragraph.of(step.sentence()));
      if (!step.command().isEmpty()) {
        blocks.add(Block.Commands.again(step.command()));
      }
    }
    if (steps.isEmpty()) {
      blocks.add(Block.Paragraph.of("No next step is suggested."));
    }
    return new Section("next", "What next", List.of(new Part.Text(blocks)));
  }

  /** Section with the finalists; empty without finals. */
  static Optional<Section> finalists(StudiedRun run) {
    return run.history()
        .finals()
        .map(
            finals ->
                Section.of(
                    "finalists",
                    "Finalists",
                    Part.Text.of(
                        finals.tied().size() < 2
                            ? "No finalist is statistically tied with the best."
                            : "Statistically tied, best first: candidates "
                                + finals.tied().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", ", "", "."))),
                    Part.Text.of(finalists(run, finals))));
  }

  private static Table finalists(StudiedRun run, FinalsDecision finals) {
    var table = Table.builder().quantity("candidate").text("role", "tied");
    List<String> shapes = run.history().run().subject().shapes();
    shapes.forEach(shape -> table.quantity(shape));
    table.text("differs from the default in");
    for (int number :
        finals.results().stream().map(FinalistMeasurement::candidate).distinct().toList()) {
      var cells = new ArrayList<String>();
      cells.add(Integer.toString(number));
      cells.add(
          finals.results().stream()
              .filter(measured -> measured.candidate() == number)
              .map(measured -> measured.role().label())
              .findFirst()
              .orElse(""));
      cells.add(finals.tied().size() > 1 && finals.tied().contains(number) ? "tied" : "");
      for (String shape : shapes) {
        cells.add(Units.p50(finals.result(number, shape).map(FinalistMeasurement::samples)));
      }
      cells.add(
          run.history()
              .candidate(number)
              .map(known -> Macros.difference(known.configuration(), run.theDefault()))
              .orElse(""));
      table.row(cells);
    }
    return table.build();
  }

  /** Section on the use of time; empty for simulated time, and if no time was spent. */
  static Optional<Section> time(StudiedRun run) {
    List<Block> blocks =
        RunFacts.isReplayed(run.history().run())
            ? List.of()
            : TimeUse.blocks(run.history().run().timeBudget());
    return blocks.isEmpty()
        ? Optional.empty()
        : Optional.of(new Section("time", "Where the time went", List.of(new Part.Text(blocks))));
  }

  static Section reproduce(StudiedRun run) {
    RunHistory history = run.history();
    return Section.of(
        "reproduce",
        "Reproduce",
        Part.Text.of(
            Block.Paragraph.of("Compiler flags of the configuration:"),
            new Block.Code(
                "",
                String.join(
                    "\n", Macros.lines(history.run().subject(), run.conclusion().configuration())),
                0),
            Block.Paragraph.of("Evaluate only this configuration and the default:"),
            new Block.Code(
                "sh",
                Reproduction.ofConfiguration(history.run(), run.conclusion().configuration()),
                0)),
        new Part.Folded(
            "Repeat the whole run", List.of(new Block.Code("sh", Reproduction.ofRun(history), 0))),
        Part.Text.of(Block.Facts.of(RunFacts.provenance(history.run(), run.zone()))));
  }
}
