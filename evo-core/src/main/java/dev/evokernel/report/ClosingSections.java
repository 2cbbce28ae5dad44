package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.RunHistory;
import dev.evokernel.text.Units;

/** Sections of a page that need no chart: next steps, finalists, rejections, time, reproduction. */
final class ClosingSections {

  private ClosingSections() {}

  static Section next(StudiedRun run) {
    List<NextStep> steps = NextStep.of(run);
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
    return new Section("next", "What next", blocks);
  }

  static Optional<Section> finalists(StudiedRun run) {
    return run.history()
        .finals()
        .map(
            finals ->
                Section.of(
                    "finalists",
                    "Finalists",
                    Block.Paragraph.of(
                        finals.tied().size() < 2
                            ? "No finalist is statistically tied with the best."
                            : "Statistically tied, best first: candidates "
                                + finals.tied().stream()
                                    .map(String::valueOf)
                                    .collect(Collectors.joining(", ", "", "."))),
                    finalists(run, finals)));
  }

  private static Table finalists(StudiedRun run, FinalsDecision finals) {
    var roles = new LinkedHashMap<Integer, String>();
    finals
        .results()
        .forEach(measured -> roles.putIfAbsent(measured.candidate(), measured.role().label()));
    var table =
        new Table.Columns<Integer>()
            .quantity("candidate", number -> number)
            .text("role", roles::get)
            .text(
                "tied",
                number -> finals.tied().size() > 1 && finals.tied().contains(number) ? "tied" : "");
    for (String shape : run.history().run().subject().shapes()) {
      table.quantity(
          shape,
          number -> Units.p50(finals.result(number, shape).map(FinalistMeasurement::samples)));
    }
    return table
        .text(
            "differs from the default in",
            number ->
                run.history()
                    .candidate(number)
                    .map(known -> Macros.difference(known.configuration(), run.theDefault())))
        .rows(roles.keySet());
  }

  static Optional<Section> time(StudiedRun run) {
    List<Block> blocks = new RunDocument(run.conclusion(), Optional.empty(), run.zone()).time();
    return blocks.isEmpty()
        ? Optional.empty()
        : Optional.of(new Section("time", "Where the time went", blocks));
  }

  static Section reproduce(StudiedRun run) {
    RunHistory history = run.history();
    return Section.of(
        "reproduce",
        "Reproduce",
        Block.Paragraph.of("Compiler flags of the configuration:"),
        new Block.Code(
            "",
            String.join(
                "\n", Macros.lines(history.run().subject(), run.conclusion().configuration())),
            0),
        Block.Paragraph.of("Evaluate only this configuration and the default:"),
        new Block.Code(
            "sh", Reproduction.ofConfiguration(history.run(), run.conclusion().configuration()), 0),
        new Block.Details(
            "Repeat the whole run", List.of(new Block.Code("sh", Reproduction.ofRun(history), 0))),
        Block.Facts.of(RunFacts.provenance(history.run(), run.zone())));
  }

  private static final int EXAMPLE = 110;

  private record Case(Candidate candidate, Rejected why) {}

  static Section rejections(StudiedRun run) {
    List<Candidate> candidates = run.history().outlines();
    Map<Rejection, List<Case>> cases =
        candidates.stream()
            .flatMap(
                candidate -> candidate.rejected().map(why -> new Case(candidate, why)).stream())
            .collect(
                Collectors.groupingBy(
                    rejected -> rejected.why().reason(), LinkedHashMap::new, Collectors.toList()));
    long count = cases.values().stream().mapToLong(List::size).sum();
    var parts = new ArrayList<Block>();
    parts.add(
        Block.Paragraph.of(
            count == 0
                ? "0 of %s were rejected.".formatted(Numbers.count(candidates.size(), "candidate"))
                : "%s of %s were rejected (%s)."
                    .formatted(
                        Numbers.count(count),
                        Numbers.count(candidates.size(), "candidate"),
                        Numbers.percent((double) count / candidates.size()))));
    if (count > 0) {
      parts.add(bars(cases));
    }
    RunFacts.exclusions(run.history().flags())
        .ifPresent(text -> parts.add(Block.Paragraph.of("Measured, but excluded: " + text + ".")));
    return new Section("rejections", "Rejections", parts);
  }

  private static Block bars(Map<Rejection, List<Case>> cases) {
    int most = cases.values().stream().mapToInt(List::size).max().orElse(1);
    return new Block.Bars(
        "reason",
        "candidates",
        cases.entrySet().stream()
            .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
            .map(
                entry ->
                    new Block.Bar(
                        entry.getKey().label(),
                        Numbers.count(entry.getValue().size()),
                        (double) entry.getValue().size() / most,
                        example(entry.getValue().getFirst())))
            .toList());
  }

  private static String example(Case rejected) {
    String message = Printable.line(rejected.why().message());
    String cut = message.length() > EXAMPLE ? message.substring(0, EXAMPLE) + "…" : message;
    String shape = rejected.why().shape();
    return "candidate %d%s: %s"
        .formatted(rejected.candidate().number(), shape.isEmpty() ? "" : " on " + shape, cut);
  }
}
