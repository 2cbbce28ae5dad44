package dev.evokernel.report.page;

import dev.evokernel.report.Macros;
import dev.evokernel.report.Reproduction;
import dev.evokernel.report.RunFacts;
import dev.evokernel.report.TimeUse;
import dev.evokernel.report.Units;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Table;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What stands at a page's end: what next, the finalists, where the time went, how to repeat it. */
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
      blocks.add(Block.Paragraph.of("Nothing suggests itself."));
    }
    return new Section("next", "What next", List.of(new Part.Text(blocks)));
  }

  /** Empty for a run without finals. */
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
                            ? "No other finalist is statistically tied with the best."
                            : "Statistically tied, the best first: candidates "
                                + String.join(
                                    ", ", finals.tied().stream().map(String::valueOf).toList())
                                + "."),
                    Part.Text.of(finalists(run, finals))));
  }

  private static Table finalists(StudiedRun run, FinalsDecision finals) {
    var table = Table.builder().quantity("candidate").text("as").text("tied");
    List<String> shapes = run.history().run().subject().shapes();
    shapes.forEach(shape -> table.quantity(shape));
    table.text("difference to the default");
    for (int number :
        finals.results().stream().map(FinalistMeasurement::candidate).distinct().toList()) {
      var cells = new ArrayList<String>();
      cells.add(Integer.toString(number));
      cells.add(
          finals.results().stream()
              .filter(one -> one.candidate() == number)
              .map(one -> one.role().label())
              .findFirst()
              .orElse(""));
      cells.add(finals.tied().size() > 1 && finals.tied().contains(number) ? "tied" : "");
      for (String shape : shapes) {
        cells.add(
            finals.result(number, shape).map(one -> Units.time(one.samples().p50())).orElse(""));
      }
      cells.add(run.history().candidate(number).map(one -> difference(run, one)).orElse(""));
      table.row(cells.toArray(String[]::new));
    }
    return table.build();
  }

  private static String difference(StudiedRun run, Candidate candidate) {
    List<String> different =
        candidate.configuration().values().entrySet().stream()
            .filter(one -> !one.getValue().equals(run.theDefault().values().get(one.getKey())))
            .map(one -> one.getKey() + "=" + one.getValue())
            .toList();
    return different.isEmpty() ? "none" : String.join(" ", different);
  }

  /** Empty where time is simulated, or none was spent. */
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
            Block.Paragraph.of("The configuration, for a compiler:"),
            new Block.Code(
                "",
                String.join(
                    "\n", Macros.lines(history.run().subject(), run.conclusion().configuration())),
                0),
            Block.Paragraph.of("This configuration beside the default, and nothing else:"),
            new Block.Code(
                "sh",
                Reproduction.ofConfiguration(history.run(), run.conclusion().configuration()),
                0)),
        new Part.Folded(
            "The whole run again", List.of(new Block.Code("sh", Reproduction.ofRun(history), 0))),
        Part.Text.of(Block.Facts.of(RunFacts.provenance(history.run(), run.zone()))));
  }
}
