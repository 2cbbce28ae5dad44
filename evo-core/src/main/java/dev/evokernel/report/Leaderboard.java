package dev.evokernel.report;

import dev.evokernel.replay.ReplayBackend;
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
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who leads on which kernel, shape and device.
 *
 * @param standings in the order of the store
 * @param zone in which people read the time; files for programs are in UTC
 */
public record Leaderboard(List<LeaderboardEntry> standings, ZoneId zone) {

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
          "gflops",
          "configuration",
          "compiler",
          "commit",
          "dirty",
          "started",
          "cache",
          "limit_ns",
          "limit_share",
          "limit_term");

  public Leaderboard {
    standings = List.copyOf(standings);
  }

  /** For a terminal: a heading and an aligned table for each kernel, shape and device. */
  public String text() {
    return standings.isEmpty()
        ? "No results yet.\n"
        : grouped((heading, table) -> heading + "\n" + table.text("  "), "\n") + hint();
  }

  public String markdown() {
    return standings.isEmpty()
        ? "No results yet.\n"
        : grouped((heading, table) -> "### " + heading + "\n\n" + table.markdown(), "\n") + hint();
  }

  /** An array with one object for each row. */
  public String json() {
    return Json.indented(standings.stream().map(Leaderboard::fields).toList());
  }

  public String csv() {
    var rows = new ArrayList<List<String>>();
    rows.add(HEADINGS);
    for (LeaderboardEntry standing : standings) {
      Map<String, @Nullable Object> fields = fields(standing);
      rows.add(HEADINGS.stream().map(heading -> cell(fields.get(heading))).toList());
    }
    return Csv.of(rows);
  }

  private static Optional<Ceiling> ceiling(LeaderboardEntry standing) {
    return LimitShare.ceiling(standing.limits(), standing.arithmetic(), standing.workload());
  }

  /** How to get what some rows lack; empty where none does. */
  private String hint() {
    return standings.stream()
        .filter(standing -> standing.limits().isEmpty())
        .filter(standing -> !standing.backend().equals(ReplayBackend.NAME))
        .findFirst()
        .map(
            standing ->
                "\n% of limit: what "
                    + standing.device().model()
                    + " can do was not measured under this driver. Measure it, in a minute: "
                    + LimitShare.command("KERNEL", standing.device().id())
                    + "\n")
        .orElse("");
  }

  /** A key for every heading; null where there is no value. */
  private static Map<String, @Nullable Object> fields(LeaderboardEntry standing) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("rank", standing.rank());
    fields.put("kernel", standing.kernel());
    fields.put("shape", standing.shape());
    fields.put("dimensions", standing.workload().shape().dimensions());
    fields.put("backend", standing.backend());
    fields.put("device", standing.device().model());
    fields.put("device_id", standing.device().id());
    fields.put("driver", standing.device().driver());
    fields.put("run", standing.run());
    fields.put("candidate", standing.candidate());
    fields.put("origin", standing.origin());
    fields.put("role", standing.role().map(Role::label).orElse(null));
    fields.put("measured_in", standing.how().label());
    fields.put("p50_ns", standing.p50());
    fields.put("p90_ns", standing.p90());
    fields.put("samples", standing.samples());
    fields.put("speedup", boxed(standing.speedUp()));
    fields.put("speedup_low", boxed(standing.speedUpLow()));
    fields.put("speedup_high", boxed(standing.speedUpHigh()));
    double flops = standing.workload().flops();
    fields.put("gflops", flops > 0 ? flops / standing.p50() : null);
    fields.put("configuration", Json.plain(standing.configuration()));
    fields.put("compiler", standing.compiler());
    fields.put("commit", standing.commit().map(Commit::hash).orElse(null));
    fields.put("dirty", standing.commit().map(Commit::dirty).orElse(null));
    fields.put("started", standing.when().toString());
    fields.put("cache", standing.workload().shape().cache().label());
    Optional<Ceiling> ceiling = ceiling(standing);
    fields.put("limit_ns", ceiling.map(Ceiling::nanos).orElse(null));
    fields.put("limit_share", ceiling.map(it -> it.share(standing.p50())).orElse(null));
    fields.put("limit_term", ceiling.map(it -> it.binds().label()).orElse(null));
    return fields;
  }

  private static @Nullable Double boxed(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private static String cell(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> entry.getKey() + "=" + entry.getValue())
              .collect(Collectors.joining(" "));
      default -> value.toString();
    };
  }

  private String grouped(BiFunction<String, TextTable, String> format, String separator) {
    var groups = new LinkedHashMap<String, TextTable>();
    for (LeaderboardEntry standing : standings) {
      row(groups.computeIfAbsent(heading(standing), heading -> table()), standing);
    }
    return groups.entrySet().stream()
        .map(group -> format.apply(group.getKey(), group.getValue()))
        .collect(Collectors.joining(separator));
  }

  private static String heading(LeaderboardEntry standing) {
    return standing.kernel()
        + " · "
        + standing.workload().shape()
        + " · "
        + standing.device().model();
  }

  private static TextTable table() {
    return new TextTable()
        .right("rank")
        .left("speed-up")
        .right("p50")
        .right("p90")
        .right("rate")
        .right("% of limit")
        .right("samples")
        .left("measured in")
        .left("candidate")
        .left("as")
        .left("commit")
        .left("when");
  }

  private void row(TextTable table, LeaderboardEntry standing) {
    table.row(
        Integer.toString(standing.rank()),
        speedUp(standing),
        Units.time(standing.p50()),
        Units.time(standing.p90()),
        Units.rate(standing.workload(), standing.p50()),
        LimitShare.text(ceiling(standing), standing.p50()),
        Integer.toString(standing.samples()),
        standing.how().label(),
        standing.run() + "/" + standing.candidate(),
        standing.role().map(Role::label).orElse(""),
        standing.commit().map(Commit::toString).orElse(""),
        Units.minute(standing.when(), zone));
  }

  private static String speedUp(LeaderboardEntry standing) {
    if (standing.speedUp().isEmpty()) {
      return "";
    }
    String ratio = String.format(Locale.ROOT, "%.3f×", standing.speedUp().getAsDouble());
    return standing.speedUpLow().isPresent() && standing.speedUpHigh().isPresent()
        ? String.format(
            Locale.ROOT,
            "%s (%.3f to %.3f)",
            ratio,
            standing.speedUpLow().getAsDouble(),
            standing.speedUpHigh().getAsDouble())
        : ratio;
  }
}
