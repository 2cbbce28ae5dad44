package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.finals.RunFacts;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.LimitShare;
import dev.evokernel.report.text.Macros;
import dev.evokernel.report.text.Plain;
import dev.evokernel.report.text.Units;
import dev.evokernel.roofline.Ceiling;
import dev.evokernel.store.record.Commit;
import dev.evokernel.store.record.Role;
import dev.evokernel.store.run.LeaderboardEntry;
import org.jspecify.annotations.Nullable;

/**
 * The best entries of each kernel, shape and device.
 *
 * @param standings the entries, in the order of the store
 * @param zone of the times in text and Markdown; JSON and CSV have UTC
 */
public record Leaderboard(List<LeaderboardEntry> standings, ZoneId zone) implements Report {

  private static final Data.Columns<LeaderboardEntry> COLUMNS =
      new Data.Columns<LeaderboardEntry>()
          .add("rank", LeaderboardEntry::rank)
          .add("kernel", LeaderboardEntry::kernel)
          .add("shape", LeaderboardEntry::shape)
          .add("dimensions", entry -> entry.workload().shape().plain())
          .add("backend", entry -> entry.task().backend())
          .add("device", entry -> entry.device().model())
          .add("device_id", entry -> entry.device().id())
          .add("driver", entry -> entry.device().driver())
          .add("run", LeaderboardEntry::run)
          .add("candidate", LeaderboardEntry::candidate)
          .add("origin", entry -> entry.ranked().origin())
          .add("role", entry -> entry.role().map(Role::label).orElse(null))
          .add("measured_in", entry -> entry.timing().how().label())
          .add("p50_ns", LeaderboardEntry::p50)
          .add("p90_ns", entry -> entry.timing().p90())
          .add("samples", entry -> entry.timing().samples())
          .add("speedup", entry -> Plain.of(entry.timing().speedUp()))
          .add("speedup_low", entry -> Plain.of(entry.timing().low()))
          .add("speedup_high", entry -> Plain.of(entry.timing().high()))
          .add("reference_ns", entry -> Plain.of(entry.circumstances().reference()))
          .add("reference_speedup", entry -> Plain.of(entry.speedUp()))
          .add("runs", entry -> entry.circumstances().runs())
          .add("gflops", Leaderboard::gflops)
          .add("configuration", entry -> Plain.of(entry.configuration()))
          .add("compiler", entry -> entry.provenance().compiler())
          .add("commit", entry -> entry.provenance().commit().map(Commit::hash).orElse(null))
          .add("dirty", entry -> entry.provenance().commit().map(Commit::dirty).orElse(null))
          .add("started", entry -> entry.started().toString())
          .add("evo_version", entry -> entry.provenance().evoVersion())
          .add("source_hash", entry -> entry.circumstances().sourceHash())
          .add("core_mhz", entry -> Plain.of(entry.circumstances().megahertz()))
          .add("cache", entry -> entry.workload().shape().cache().label())
          .add("limit_ns", entry -> ceiling(entry).map(Ceiling::nanos).orElse(null))
          .add(
              "limit_share",
              entry -> ceiling(entry).map(limit -> limit.share(entry.p50())).orElse(null))
          .add(
              "limit_term",
              entry -> ceiling(entry).map(limit -> limit.binds().label()).orElse(null));

  public Leaderboard {
    standings = List.copyOf(standings);
  }

  @Override
  public Document document() {
    return new Document(blocks(), COLUMNS.rows(standings));
  }

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

  /** The command that measures the device's limits, if a row has no share of the limit. */
  private Optional<String> hint() {
    return standings.stream()
        .filter(standing -> standing.limits().isEmpty())
        .filter(standing -> !standing.task().backend().equals(RunFacts.REPLAY))
        .findFirst()
        .map(
            standing ->
                "%% of limit: the limits of %s were not measured with this driver. Run, in a minute: %s"
                    .formatted(
                        standing.device().model(),
                        LimitShare.command("KERNEL", standing.device().id())));
  }

  private static @Nullable Double gflops(LeaderboardEntry entry) {
    double flops = entry.workload().flops();
    return flops > 0 ? flops / entry.p50() : null;
  }

  private static String heading(LeaderboardEntry standing) {
    OptionalDouble reference = standing.circumstances().reference();
    return "%s · %s · %s%s"
        .formatted(
            standing.kernel(),
            standing.workload().shape(),
            standing.device().model(),
            reference.isPresent() ? " · default " + Units.time(reference.getAsDouble()) : "");
  }

  private static Table.Builder table() {
    return Table.builder()
        .quantity("rank", "speed-up", "p50", "p90")
        .minor()
        .quantity("rate")
        .minor()
        .quantity("% of limit")
        .minor()
        .text("over its own default (95 % CI)")
        .minor()
        .text("measured in")
        .minor()
        .text("candidate", "role")
        .minor()
        .text("date")
        .minor()
        .text("differs from the default in");
  }

  private void row(Table.Builder table, LeaderboardEntry standing) {
    table.row(
        standing.isInconclusive() ? "" : Integer.toString(standing.rank()),
        Units.formatted("%.3f×", standing.speedUp()),
        Units.time(standing.p50()),
        Units.time(standing.timing().p90()),
        Units.rate(standing.workload(), standing.p50()),
        LimitShare.text(ceiling(standing), standing.p50()),
        speedUp(standing),
        standing.timing().how().label()
            + (standing.circumstances().runs() == 1
                ? ""
                : ", in %d runs".formatted(standing.circumstances().runs())),
        standing.reference(),
        standing.isInconclusive()
            ? "inconclusive"
            : standing.role().map(Role::label).orElse(""),
        Units.minute(standing.started(), zone),
        Macros.difference(standing.configuration(), standing.circumstances().theDefault()));
  }

  private static String speedUp(LeaderboardEntry standing) {
    String interval =
        Units.formatted(" (%.3f", standing.timing().low())
            + Units.formatted(" to %.3f)", standing.timing().high());
    return Units.formatted("%.3f×", standing.timing().speedUp()) + interval;
  }
}
