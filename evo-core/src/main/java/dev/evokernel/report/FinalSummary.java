package dev.evokernel.report;

import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code final_summary.md}: the run on one page, for people. */
public final class FinalSummary {

  private FinalSummary() {}

  public static String markdown(RunHistory history, ZoneId zone) {
    Conclusion conclusion = Conclusion.of(history);
    StoredRun run = history.run();
    return "# "
        + run.subject().kernel()
        + " on "
        + run.provenance().device().model()
        + "\n\n"
        + "Run `"
        + run.id()
        + "`, "
        + run.status().label()
        + ".\n\n**"
        + conclusion.sentence()
        + "**\n"
        + history.finals().map(finals -> verdict(conclusion, finals)).orElse("")
        + "\n"
        + conclusion.table().markdown()
        + limits(history)
        + BaselineSection.of(conclusion).map(BaselineSection::markdown).orElse("")
        + FrontReport.of(history)
            .map(front -> "\n## " + front.heading() + "\n\n" + front.table().markdown())
            .orElse("")
        + "\n## Configuration\n\n"
        + configuration(conclusion)
        + InitialConfigurationsReport.of(history).map(FinalSummary::seeds).orElse("")
        + "\n## What happened\n\n"
        + budget(history)
        + timeUse(run)
        + "\n## Where\n\n"
        + provenance(run, zone)
        + FinalsDevice.table(history)
            .map(table -> "\n## The device in the finals\n\n" + table.markdown())
            .orElse("")
        + "\n## Reproduce\n\n```sh\n"
        + Reproduction.ofConfiguration(run, conclusion.configuration())
        + "```\n";
  }

  /** How to learn how far the device's limit is, where nobody measured it. */
  private static String limits(RunHistory history) {
    return history.limits().isPresent() || Facts.isReplayed(history.run())
        ? ""
        : "\nHow much of the device's limit that is, is not known: `"
            + LimitShare.command(history)
            + "` measures it, and `./evo export "
            + history.run().id()
            + "` writes this page anew.\n";
  }

  private static String verdict(Conclusion conclusion, FinalsDecision finals) {
    String reasons =
        conclusion.reasons().stream()
            .map(reason -> "- " + reason + "\n")
            .collect(Collectors.joining());
    return "\n" + reasons + tied(conclusion, finals);
  }

  /** Ties are settled by the geometric mean of time, whatever the objective. */
  private static String tied(Conclusion conclusion, FinalsDecision finals) {
    boolean isBestByTime =
        finals.tied().stream()
            .limit(1)
            .allMatch(number -> conclusion.best().stream().anyMatch(one -> one.number() == number));
    Objective objective = conclusion.run().run().objective();
    if (!isBestByTime && !objective.equals(Objective.DEFAULT)) {
      return "- By the geometric mean of time, nobody can be told from the first of: candidate "
          + numbers(finals.tied().stream())
          + ".\n";
    }
    String others =
        numbers(
            finals.tied().stream()
                .filter(
                    number -> conclusion.best().stream().noneMatch(one -> one.number() == number)));
    return others.isEmpty() ? "" : "- Cannot be told from the best: candidate " + others + ".\n";
  }

  private static String numbers(Stream<Integer> candidates) {
    return candidates.map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static String configuration(Conclusion conclusion) {
    return "For a compiler:\n\n```\n"
        + Macros.flags(conclusion.configuration())
        + "\n```\n\nFor `kernel.yaml`:\n\n```yaml\ndefault: "
        + Macros.yaml(conclusion.configuration())
        + "\n```\n";
  }

  private static String budget(RunHistory history) {
    List<Candidate> candidates = history.candidates();
    var table = new TextTable().left("outcome").right("candidates");
    Facts.outcomes(candidates).forEach((label, count) -> table.row(label, Long.toString(count)));
    int generations =
        candidates.stream().mapToInt(one -> one.proposal().generation()).max().orElse(-1) + 1;
    return candidates.size()
        + " candidates in "
        + generations
        + (generations == 1 ? " generation, " : " generations, ")
        + Units.duration(history.run().spent())
        + "."
        + Facts.recoveryChecks(history.recoveryChecks())
            .map(text -> " The device's worker was " + text + ".")
            .orElse("")
        + Facts.drift(history.flags())
            .map(text -> " Meanwhile the default was " + text + ".")
            .orElse("")
        + Facts.exclusions(history.flags())
            .map(text -> " Measured, but may not lead: " + text + ".")
            .orElse("")
        + "\n\n"
        + table.markdown();
  }

  private static String seeds(InitialConfigurationsReport seeds) {
    return "\n## Seeds\n\n"
        + seeds.descent().map(sentence -> sentence + "\n\n").orElse("")
        + seeds.table().markdown();
  }

  private static String timeUse(StoredRun run) {
    String markdown = Facts.isReplayed(run) ? "" : TimeUse.markdown(run.timeBudget());
    return markdown.isEmpty() ? "" : "\n## Where the time went\n\n" + markdown;
  }

  private static String provenance(StoredRun run, ZoneId zone) {
    var table = new TextTable().left("").left("");
    Facts.provenance(run, zone).forEach((label, value) -> table.row(label, Printable.line(value)));
    return table.markdown();
  }
}
