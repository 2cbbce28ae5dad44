package dev.evokernel.report;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.roofline.Ceiling;
import dev.evokernel.store.Commit;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.Role;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The best entries of each kernel, shape and device.
 *
 * @param standings in the order of the store
 * @param zone of the times in text and Markdown; JSON and CSV have UTC
 */
public record Leaderboard(List<LeaderboardEntry> standings, ZoneId zone) implements Report {

  private static final List<String> HEADINGS =
      List.of(
          "rank",
          "kernel",
          "shape",
          "dimensions",
          "backend",
          "device",
          "device_id",
          "driver",
          "run",
          "candidate",
          "origin",
          "role",
          "measured_in",
          "p50_ns",
          "p90_ns",
          "samples",
          "speedup",
          "speedup_low",
          "speedup_high",
          "reference_ns",
          "reference_speedup",
          "runs",
          "gflops",
          "configuration",
          "compiler",
          "commit",
          "dirty",
          "started",
          "evo_version",
          "source_hash",
          "core_mhz",
          "cache",
          "limit_ns",
          "limit_share",
          "limit_term");

  public Leaderboard {
    standings = List.copyOf(standings);
  }

  @Override
  public Document document() {
    return new Document(
        blocks(),
        new Data.Records(
            HEADINGS, standings.stream().map(Leaderboard::fields).map(Leaderboard::row).toList()));
  }

  private static List<@Nullable Object> row(Map<String, @Nullable Object> fields) {
    var row = new ArrayList<@Nullable Object>();
    HEADINGS.forEach(heading -> row.add(fields.get(heading)));
    return row;
  }

  /** A heading and a table for each kernel, shape and device. */
  private List<Block> blocks() {
    if (standings.isEmpty()) {
      return List.of(Block.Paragraph.of("No results yet."));
    }
    var groups = new LinkedHashMap<String, List<LeaderboardEntry>>();
    for (LeaderboardEntry standing : standings) {
      groups.computeIfAbsent(heading(standing), _ -> new ArrayList<>()).add(standing);
    }
    var blocks = new ArrayList<Block>();
    groups.forEach((heading, group) -> blocks.add(group(heading, group)));
    hint().ifPresent(hint -> blocks.add(Block.Paragraph.of(hint)));
    return blocks;
  }

  private Block group(String heading, List<LeaderboardEntry> group) {
    Table.Builder table = table();
    group.forEach(standing -> row(table, standing));
    var blocks = new ArrayList<Block>();
    blocks.add(table.build());
    LeaderboardConditions.of(group)
        .ifPresent(words -> blocks.add(Block.Paragraph.of(words).indented(Table.INDENT)));
    return Block.Together.under(new Block.Heading(3, heading), blocks);
  }

  private static Optional<Ceiling> ceiling(LeaderboardEntry standing) {
    return LimitShare.ceiling(standing.limits(), standing.task().arithmetic(), standing.workload());
  }

  /** How to get the share of the limit where rows lack it. */
  private Optional<String> hint() {
    return standings.stream()
        .filter(standing -> standing.limits().isEmpty())
        .filter(standing -> !standing.task().backend().equals(RunFacts.REPLAY))
        .findFirst()
        .map(
            standing ->
                "% of limit: what "
                    + standing.device().model()
                    + " can do was not measured under this driver. Measure it, in a minute: "
                    + LimitShare.command("KERNEL", standing.device().id()));
  }

  /** A key for every heading; null where there is no value. */
  private static Map<String, @Nullable Object> fields(LeaderboardEntry standing) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("rank", standing.rank());
    fields.put("kernel", standing.kernel());
    fields.put("shape", standing.shape());
    fields.put("dimensions", standing.workload().shape().plain());
    fields.put("backend", standing.task().backend());
    fields.put("device", standing.device().model());
    fields.put("device_id", standing.device().id());
    fields.put("driver", standing.device().driver());
    fields.put("run", standing.run());
    fields.put("candidate", standing.candidate());
    fields.put("origin", standing.ranked().origin());
    fields.put("role", standing.role().map(Role::label).orElse(null));
    fields.put("measured_in", standing.timing().how().label());
    fields.put("p50_ns", standing.p50());
    fields.put("p90_ns", standing.timing().p90());
    fields.put("samples", standing.timing().samples());
    fields.put("speedup", Plain.of(standing.timing().speedUp()));
    fields.put("speedup_low", Plain.of(standing.timing().low()));
    fields.put("speedup_high", Plain.of(standing.timing().high()));
    double flops = standing.workload().flops();
    fields.put("reference_ns", Plain.of(standing.circumstances().reference()));
    fields.put("reference_speedup", Plain.of(standing.speedUp()));
    fields.put("runs", standing.circumstances().runs());
    fields.put("gflops", flops > 0 ? flops / standing.p50() : null);
    fields.put("configuration", Plain.of(standing.configuration()));
    fields.put("compiler", standing.provenance().compiler());
    fields.put("commit", standing.provenance().commit().map(Commit::hash).orElse(null));
    fields.put("dirty", standing.provenance().commit().map(Commit::dirty).orElse(null));
    fields.put("started", standing.started().toString());
    fields.put("evo_version", standing.provenance().evoVersion());
    fields.put("source_hash", standing.circumstances().sourceHash());
    fields.put("core_mhz", Plain.of(standing.circumstances().megahertz()));
    fields.put("cache", standing.workload().shape().cache().label());
    Optional<Ceiling> ceiling = ceiling(standing);
    fields.put("limit_ns", ceiling.map(Ceiling::nanos).orElse(null));
    fields.put("limit_share", ceiling.map(it -> it.share(standing.p50())).orElse(null));
    fields.put("limit_term", ceiling.map(it -> it.binds().label()).orElse(null));
    return fields;
  }

  private static String heading(LeaderboardEntry standing) {
    return standing.kernel()
        + " · "
        + standing.workload().shape()
        + " · "
        + standing.device().model()
        + (standing.circumstances().reference().isPresent()
            ? " · default " + Units.time(standing.circumstances().reference().getAsDouble())
            : "");
  }

  private static Table.Builder table() {
    return Table.builder()
        .quantity("rank")
        .quantity("speed-up")
        .quantity("p50")
        .quantity("p90")
        .minor()
        .quantity("rate")
        .minor()
        .quantity("% of limit")
        .minor()
        .text("beside its default")
        .minor()
        .text("measured in")
        .minor()
        .text("candidate")
        .text("as")
        .minor()
        .text("when")
        .minor()
        .text("differs from the default in");
  }

  private void row(Table.Builder table, LeaderboardEntry standing) {
    table.row(
        Integer.toString(standing.rank()),
        standing.speedUp().isPresent()
            ? String.format(Locale.ROOT, "%.3f×", standing.speedUp().getAsDouble())
            : "",
        Units.time(standing.p50()),
        Units.time(standing.timing().p90()),
        Units.rate(standing.workload(), standing.p50()),
        LimitShare.text(ceiling(standing), standing.p50()),
        speedUp(standing),
        standing.timing().how().label() + also(standing.circumstances().runs()),
        standing.reference(),
        standing.role().map(Role::label).orElse(""),
        Units.minute(standing.started(), zone),
        Macros.difference(standing.configuration(), standing.circumstances().theDefault()));
  }

  private static String also(int runs) {
    return runs == 1 ? "" : ", in " + runs + " runs";
  }

  private static String speedUp(LeaderboardEntry standing) {
    if (standing.timing().speedUp().isEmpty()) {
      return "";
    }
    String ratio = String.format(Locale.ROOT, "%.3f×", standing.timing().speedUp().getAsDouble());
    return standing.timing().low().isPresent() && standing.timing().high().isPresent()
        ? String.format(
            Locale.ROOT,
            "%s (%.3f to %.3f)",
            ratio,
            standing.timing().low().getAsDouble(),
            standing.timing().high().getAsDouble())
        : ratio;
  }
}
