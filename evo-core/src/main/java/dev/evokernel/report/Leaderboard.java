package dev.evokernel.report;

import module java.base;

import dev.evokernel.roofline.Roofline.Ceiling;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.Provenance.Commit;
import dev.evokernel.store.Role;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
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
          .add("backend", entry -> entry.backend())
          .add("device", entry -> entry.device().model())
          .add("device_id", entry -> entry.device().id())
          .add("driver", entry -> entry.device().driver())
          .add("run", LeaderboardEntry::run)
          .add("candidate", LeaderboardEntry::candidate)
          .add("origin", entry -> entry.origin())
          .add("role", entry -> entry.role().map(Role::label))
          .add("measured_in", entry -> entry.how().label())
          .add("p50_ns", LeaderboardEntry::p50)
          .add("p90_ns", entry -> entry.p90())
          .add("samples", entry -> entry.samples())
          .add("speedup", entry -> entry.ratio())
          .add("speedup_low", entry -> entry.low())
          .add("speedup_high", entry -> entry.high())
          .add("reference_ns", entry -> entry.defaultNanos())
          .add("reference_speedup", entry -> entry.speedUp())
          .add("unfinished", entry -> entry.unfinished())
          .add("runs", entry -> entry.runs())
          .add("gflops", Leaderboard::gflops)
          .add("configuration", entry -> Plain.of(entry.configuration()))
          .add("compiler", entry -> entry.provenance().compiler())
          .add("commit", entry -> entry.provenance().commit().map(Commit::hash))
          .add("dirty", entry -> entry.provenance().commit().map(Commit::dirty))
          .add("started", entry -> entry.started().toString())
          .add("evo_version", entry -> entry.provenance().evoVersion())
          .add("source_hash", entry -> entry.sourceHash())
          .add("core_mhz", entry -> entry.megahertz())
          .add("cache", entry -> entry.workload().shape().cache().label())
          .add("bits", entry -> entry.bits())
          .add("limit_ns", entry -> ceiling(entry).map(Ceiling::nanos))
          .add("limit_share", entry -> ceiling(entry).map(limit -> limit.share(entry.p50())))
          .add("limit_term", entry -> ceiling(entry).map(limit -> limit.binds().label()))
          .add("claim", entry -> entry.provenance().merged())
          .add("device_traits", entry -> entry.provenance().traits());

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
    var blocks = new ArrayList<Block>();
    standings.stream()
        .collect(Collectors.groupingBy(this::heading, LinkedHashMap::new, Collectors.toList()))
        .forEach((heading, group) -> blocks.add(group(heading, group)));
    hint().ifPresent(hint -> blocks.add(Block.Paragraph.of(hint)));
    return blocks;
  }

  private Block group(String heading, List<LeaderboardEntry> group) {
    var blocks = new ArrayList<Block>();
    blocks.add(table(group));
    if (group.stream().anyMatch(entry -> entry.provenance().merged())) {
      blocks.add(
          Block.Paragraph.of(
                  "Claims came by 'evo runs merge' and have no rank until measured here. Measure one: "
                      + Launcher.command("run --seeds-from RUN/NUMBER"))
              .indented(Table.INDENT));
    }
    differences(group)
        .ifPresent(words -> blocks.add(Block.Paragraph.of(words).indented(Table.INDENT)));
    return Block.Together.under(new Block.Heading(3, heading), blocks);
  }

  private static Optional<Ceiling> ceiling(LeaderboardEntry standing) {
    return DeviceFacts.ceiling(standing.limits(), standing.arithmetic(), standing.workload());
  }

  /** The command that measures the device's limits, if a row has no share of the limit. */
  private Optional<String> hint() {
    return standings.stream()
        .filter(standing -> standing.limits().isEmpty())
        .filter(standing -> !standing.backend().equals(RunFacts.REPLAY))
        .findFirst()
        .map(
            standing ->
                "%% of limit: the limits of %s were not measured with this driver. Run, in a minute: %s"
                    .formatted(
                        standing.device().model(),
                        DeviceFacts.limitsCommand("KERNEL", standing.device().id())));
  }

  private static @Nullable Double gflops(LeaderboardEntry entry) {
    double flops = entry.workload().flops();
    return flops > 0 ? flops / entry.p50() : null;
  }

  /** Names the device with its traits where the model alone does not tell it from another. */
  private String heading(LeaderboardEntry standing) {
    boolean several =
        standings.stream()
                .filter(other -> other.device().model().equals(standing.device().model()))
                .flatMap(other -> other.provenance().traits().stream())
                .distinct()
                .count()
            > 1;

    OptionalDouble reference = standing.defaultNanos();
    return "%s · %s · %s%s"
        .formatted(
            standing.kernel(),
            standing.workload().shape(),
            standing.device().model()
                + (several
                    ? standing.provenance().traits().map(traits -> " (" + traits + ")").orElse("")
                    : ""),
            reference.isPresent() ? " · default " + Units.time(reference.getAsDouble()) : "");
  }

  private Table table(List<LeaderboardEntry> group) {
    return new Table.Columns<LeaderboardEntry>()
        .quantity(
            "rank",
            entry ->
                entry.isInconclusive() || entry.provenance().merged()
                    ? ""
                    : Integer.toString(entry.rank()))
        .quantity("speed-up", entry -> Units.formatted("%.3f×", entry.speedUp()))
        .quantity("p50", entry -> Units.time(entry.p50()))
        .minorQuantity("p90", entry -> Units.time(entry.p90()))
        .minorQuantity("rate", entry -> entry.workload().rate(entry.p50()))
        .minorQuantity("% of limit", entry -> DeviceFacts.limitShare(ceiling(entry), entry.p50()))
        .minorText("over its own default (95 % CI)", Leaderboard::speedUp)
        .minorText("measured in", Leaderboard::measuredIn)
        .text("candidate", LeaderboardEntry::reference)
        .minorText(
            "role",
            entry ->
                entry.provenance().merged()
                    ? Optional.of("claim")
                    : entry.isInconclusive()
                        ? Optional.of("inconclusive")
                        : entry.role().map(Role::label))
        .minorText("bits", entry -> entry.bits().map(RunFacts::briefBits))
        .minorText("date", entry -> Units.minute(entry.started(), zone))
        .text(
            "differs from the default in",
            entry -> Macros.difference(entry.configuration(), entry.defaultConfiguration()))
        .rows(group);
  }

  private static String measuredIn(LeaderboardEntry entry) {
    int runs = entry.runs();
    return entry.how().label()
        + (entry.unfinished() ? ", so far" : "")
        + (runs == 1 ? "" : ", in %d runs".formatted(runs));
  }

  private static String speedUp(LeaderboardEntry standing) {
    return standing.low().isPresent() && standing.high().isPresent()
        ? RatioEstimate.text(
            standing.ratio().orElseThrow(),
            standing.low().getAsDouble(),
            standing.high().getAsDouble())
        : Units.formatted("%.3f×", standing.ratio());
  }

  /** Relative difference of core clocks above which times are not comparable. */
  private static final double CLOCKS = 0.05;

  /**
   * Names the differing conditions in a sentence; empty if all rows were measured under the same
   * conditions.
   *
   * @param rows of one kernel, shape and device
   */
  private static Optional<String> differences(List<LeaderboardEntry> rows) {
    String differences =
        Stream.of(
                several(rows, "driver", "drivers", row -> row.device().driver()),
                several(rows, "evo", "versions of evo", row -> row.provenance().evoVersion()),
                several(rows, "compiler", "compilers", row -> row.provenance().compiler()),
                several(rows, "host", "hosts", row -> row.provenance().host()),
                sources(rows),
                clocks(rows))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of("Measured under different conditions: " + differences + ".");
  }

  private static Optional<String> several(
      List<LeaderboardEntry> rows,
      String singular,
      String plural,
      Function<LeaderboardEntry, String> condition) {
    Map<String, String> ranks = ranks(rows, condition);
    if (ranks.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        ranks.size() > 3
            ? ranks.size() + " " + plural
            : ranks.entrySet().stream()
                .map(
                    found ->
                        "%s %s (rank %s)".formatted(singular, found.getKey(), found.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static Optional<String> sources(List<LeaderboardEntry> rows) {
    Map<String, String> ranks = ranks(rows, row -> row.sourceHash());
    return ranks.size() < 2
        ? Optional.empty()
        : Optional.of(
            "%d versions of the kernel's source (rank %s)"
                .formatted(ranks.size(), String.join("; rank ", ranks.values())));
  }

  private static Map<String, String> ranks(
      List<LeaderboardEntry> rows, Function<LeaderboardEntry, String> condition) {
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                condition,
                LinkedHashMap::new,
                Collectors.mapping(row -> Integer.toString(row.rank()), Collectors.joining(", "))));
  }

  private static Optional<String> clocks(List<LeaderboardEntry> rows) {
    DoubleSummaryStatistics clocks =
        rows.stream()
            .map(LeaderboardEntry::megahertz)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .summaryStatistics();
    return clocks.getCount() < 2 || clocks.getMax() <= (1 + CLOCKS) * clocks.getMin()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "core clock %.0f to %.0f MHz", clocks.getMin(), clocks.getMax()));
  }
}
