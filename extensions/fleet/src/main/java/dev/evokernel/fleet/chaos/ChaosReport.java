package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.fleet.chaos.ChaosPlan.Kill;
import dev.evokernel.fleet.chaos.ChaosPlan.Kind;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.text.Launcher;
import org.jspecify.annotations.Nullable;

/**
 * Report of {@code evo bench chaos}, with the command that repeats the run.
 *
 * @param struck number of planned faults that were injected before the run ended
 * @param evaluations recorded evaluations
 * @param quarantined candidates rejected because they were under way during several faults; the
 *     undisturbed run rejects them too
 * @param repeated evaluations begun more than once
 * @param finishedTwice evaluations finished more than once
 * @param lost recorded evaluations that later were missing or different
 * @param difference first difference from the undisturbed run
 */
public record ChaosReport(
    ChaosPlan plan,
    int struck,
    int evaluations,
    int quarantined,
    int repeated,
    int finishedTwice,
    int lost,
    Optional<String> difference,
    Duration took)
    implements Report {

  public boolean isEqual() {
    return difference.isEmpty();
  }

  private long struck(Kind kind) {
    return plan.kills().stream().limit(struck).filter(kill -> kill.kind() == kind).count();
  }

  @Override
  public Document document() {
    return new Document(
        List.of(
            Block.Paragraph.of(subject()),
            table().indented(0),
            Block.Paragraph.of(outcome(), "Again: " + command())),
        Data.Fields.of(values()));
  }

  private String subject() {
    ChaosSettings settings = plan.settings();
    return "%d hosts, %d evaluations of about %d ms, a host is lost after %d ms, random seed %d."
        .formatted(
            settings.hosts(),
            settings.evaluations(),
            settings.millis(),
            settings.lostMillis(),
            settings.seed());
  }

  private String outcome() {
    return difference
        .map(first -> "NOT equal to the run without faults: " + first)
        .orElse("Equal to the run without faults: candidates, outcomes, finals.");
  }

  private String command() {
    return Launcher.command(plan.settings().arguments());
  }

  private Table table() {
    Table.Builder table = Table.builder().quantity("faults");
    for (Kind kind : Kind.values()) {
      table.quantity(kind.label());
    }
    table.quantity(
        "evaluations", "begun again", "finished again", "quarantined", "lost", "seconds");
    var row = new ArrayList<String>();
    row.add(Integer.toString(struck));
    for (Kind kind : Kind.values()) {
      row.add(Long.toString(struck(kind)));
    }
    row.addAll(
        List.of(
            Integer.toString(evaluations),
            Integer.toString(repeated),
            Integer.toString(finishedTwice),
            Integer.toString(quarantined),
            Integer.toString(lost),
            String.format(Locale.ROOT, "%.0f", took.toMillis() / 1000.0)));
    return table.row(row.toArray(String[]::new)).build();
  }

  private LinkedHashMap<String, @Nullable Object> values() {
    var values = new LinkedHashMap<String, @Nullable Object>();
    values.put("command", command());
    values.put("strokes", struck);
    for (Kind kind : Kind.values()) {
      values.put(kind.name().toLowerCase(Locale.ROOT), struck(kind));
    }
    values.put("evaluations", evaluations);
    values.put("begun_again", repeated);
    values.put("finished_again", finishedTwice);
    values.put("quarantined", quarantined);
    values.put("lost", lost);
    values.put("seconds", took.toMillis() / 1000.0);
    values.put("equal", isEqual());
    values.put("difference", difference.orElse(null));
    values.put("plan", plan.kills().stream().map(Kill::toString).toList());
    return values;
  }
}
