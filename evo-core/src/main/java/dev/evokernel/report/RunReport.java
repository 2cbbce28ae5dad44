package dev.evokernel.report;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/** {@code evo show RUN}. */
public final class RunReport {

  private static final int LEADERS = 10;

  private RunReport() {}

  public static String text(RunHistory history, ZoneId zone) {
    StoredRun run = history.run();
    Conclusion conclusion = Conclusion.of(history);
    return run.id()
        + ": "
        + run.subject().kernel()
        + " on "
        + run.provenance().device().model()
        + ", "
        + run.status().label()
        + "\n\n"
        + conclusion.text()
        + "\nConfiguration\n  "
        + conclusion.configuration()
        + "\n  "
        + Macros.flags(conclusion.configuration())
        + "\n"
        + BaselineSection.of(conclusion)
            .map(section -> "\nBaselines, beside the finalists\n" + section.all().text("  "))
            .orElse("")
        + FinalsDevice.table(history)
            .map(table -> "\nThe device in the finals\n" + table.text("  "))
            .orElse("")
        + leaders(history)
        + InitialConfigurationsReport.of(history).map(RunReport::seeds).orElse("")
        + "\nRun\n"
        + Facts.lines(facts(history, zone))
        + "\nReproduce\n"
        + Reproduction.ofRun(history);
  }

  private static String seeds(InitialConfigurationsReport seeds) {
    return "\nSeeds of generation 0\n"
        + seeds.table().text("  ")
        + seeds.descent().map(sentence -> "  " + sentence + "\n").orElse("");
  }

  private static SequencedMap<String, String> facts(RunHistory history, ZoneId zone) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("candidates", Facts.outcomesText(history.candidates()));
    facts.put("wall time", Units.duration(history.run().spent()));
    Facts.recoveryChecks(history.recoveryChecks())
        .ifPresent(text -> facts.put("device worker", text));
    DeviceText.disturbances(history.candidates())
        .ifPresent(text -> facts.put("disturbances", text));
    Facts.drift(history.flags()).ifPresent(text -> facts.put("drift checks", text));
    Facts.exclusions(history.flags()).ifPresent(text -> facts.put("may not lead", text));
    facts.putAll(Facts.provenance(history.run(), zone));
    history.run().finished().ifPresent(end -> facts.put("finished", Units.minute(end, zone)));
    return facts;
  }

  private static String leaders(RunHistory history) {
    List<Candidate> leaders =
        history.eligible().stream()
            .sorted(Comparator.comparingDouble(one -> one.objective().getAsDouble()))
            .limit(LEADERS)
            .toList();
    if (leaders.isEmpty()) {
      return "";
    }
    var table =
        new TextTable()
            .right("number")
            .right("objective")
            .right("generation")
            .left("origin")
            .left("configuration");
    for (Candidate candidate : leaders) {
      table.row(
          Integer.toString(candidate.number()),
          String.format(Locale.ROOT, "%.4f", candidate.objective().getAsDouble()),
          Integer.toString(candidate.proposal().generation()),
          candidate.proposal().origin(),
          candidate.configuration().toString());
    }
    return "\nBest of the search, each measured once\n" + table.text("  ");
  }
}
