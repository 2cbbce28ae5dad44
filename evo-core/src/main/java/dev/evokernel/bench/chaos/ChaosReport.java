package dev.evokernel.bench.chaos;

import dev.evokernel.kernel.Launcher;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Report of {@code evo bench chaos}, with the command that repeats the run. */
public record ChaosReport(ChaosResult result) implements Report {

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
    ChaosSettings settings = result.plan().settings();
    return "%d hosts, %d evaluations of about %d ms, a host is lost after %d ms, random seed %d."
        .formatted(
            settings.hosts(),
            settings.evaluations(),
            settings.millis(),
            settings.lostMillis(),
            settings.seed());
  }

  private String outcome() {
    return result
        .difference()
        .map(first -> "NOT equal to the run without faults: " + first)
        .orElse("Equal to the run without faults: candidates, outcomes, finals.");
  }

  private String command() {
    return Launcher.command(result.plan().settings().arguments());
  }

  private Table table() {
    Table.Builder table = Table.builder().quantity("faults");
    for (KillKind kind : KillKind.values()) {
      table.quantity(kind.label());
    }
    table
        .quantity("evaluations")
        .quantity("begun again")
        .quantity("finished again")
        .quantity("quarantined")
        .quantity("lost")
        .quantity("seconds");
    var row = new ArrayList<String>();
    row.add(Integer.toString(result.struck()));
    for (KillKind kind : KillKind.values()) {
      row.add(Long.toString(result.struck(kind)));
    }
    row.addAll(
        List.of(
            Integer.toString(result.evaluations()),
            Integer.toString(result.repeated()),
            Integer.toString(result.finishedTwice()),
            Integer.toString(result.quarantined()),
            Integer.toString(result.lost()),
            String.format(Locale.ROOT, "%.0f", result.took().toMillis() / 1000.0)));
    return table.row(row.toArray(String[]::new)).build();
  }

  private LinkedHashMap<String, @Nullable Object> values() {
    var values = new LinkedHashMap<String, @Nullable Object>();
    values.put("command", command());
    values.put("strokes", result.struck());
    for (KillKind kind : KillKind.values()) {
      values.put(kind.name().toLowerCase(Locale.ROOT), result.struck(kind));
    }
    values.put("evaluations", result.evaluations());
    values.put("begun_again", result.repeated());
    values.put("finished_again", result.finishedTwice());
    values.put("quarantined", result.quarantined());
    values.put("lost", result.lost());
    values.put("seconds", result.took().toMillis() / 1000.0);
    values.put("equal", result.isEqual());
    values.put("difference", result.difference().orElse(null));
    values.put("plan", result.plan().kills().stream().map(Kill::toString).toList());
    return values;
  }
}
