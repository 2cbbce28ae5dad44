package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.report.finals.RunFacts;
import dev.evokernel.store.record.CandidateOutline;

/** Section with the reasons of rejections, with an example of each. */
final class RejectionsSection {

  private static final int EXAMPLE = 110;

  private RejectionsSection() {}

  private record Case(CandidateOutline candidate, Rejected why) {}

  static Section of(StudiedRun run) {
    List<CandidateOutline> candidates = run.history().outlines();
    Map<Rejection, List<Case>> cases =
        candidates.stream()
            .flatMap(
                candidate -> candidate.rejected().map(why -> new Case(candidate, why)).stream())
            .collect(
                Collectors.groupingBy(
                    rejected -> rejected.why().reason(), LinkedHashMap::new, Collectors.toList()));
    long count = cases.values().stream().mapToLong(List::size).sum();
    var parts = new ArrayList<Part>();
    parts.add(
        Part.Text.of(
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
        .ifPresent(text -> parts.add(Part.Text.of("Measured, but excluded: " + text + ".")));
    return new Section("rejections", "Rejections", parts);
  }

  private static Part bars(Map<Rejection, List<Case>> cases) {
    int most = cases.values().stream().mapToInt(List::size).max().orElse(1);
    return new Part.Bars(
        "reason",
        "candidates",
        cases.entrySet().stream()
            .sorted(Comparator.comparingInt(entry -> -entry.getValue().size()))
            .map(
                entry ->
                    new Part.Bar(
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
