package dev.evokernel.report;

import dev.evokernel.kernel.Launcher;
import dev.evokernel.kernel.Printable;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code evo fleet show}: the hosts and devices of a run, what each did, and which are slow.
 *
 * @param history all that it evaluated; the overview has the notable candidates alone
 * @param beside the other runs of its fleet, on devices of other models
 * @param zone of the times in text; data have UTC
 */
public record FleetReport(RunState state, RunHistory history, List<StoredRun> beside, ZoneId zone)
    implements Report {

  /** The default takes so much longer on a slow device than on the median one. */
  private static final double SLOW_DEFAULT = 1.05;

  /** An evaluation does: more than the candidates' own differences explain. */
  private static final double SLOW_EVALUATIONS = 1.5;

  /** A device that ended no evaluation for this long is idle, or holds a very slow candidate. */
  private static final Duration IDLE = Duration.ofSeconds(60);

  private static final List<String> COLUMNS =
      List.of(
          "number",
          "host",
          "device",
          "model",
          "state",
          "since",
          "why",
          "evaluations",
          "rejected",
          "evaluations_per_minute",
          "mean_evaluation_seconds",
          "evaluation_over_median",
          "default_over_median",
          "slow");

  public FleetReport {
    beside = List.copyOf(beside);
  }

  @Override
  public Document document() {
    List<DeviceShare> shares = DeviceShare.of(history);
    if (shares.isEmpty()) {
      return new Document(
          List.of(
              Block.Paragraph.of(
                  "The devices of run '%s' are not recorded: an earlier evo measured it, or it has not begun to measure."
                      .formatted(state.run().id()))),
          new Data.Records(COLUMNS, List.of()));
    }
    var blocks = new ArrayList<Block>();
    blocks.add(
        Block.Paragraph.of(
            "Run %s on %s, %s"
                .formatted(
                    state.run().id(),
                    state.run().provenance().device().model(),
                    state.status().label())));
    blocks.add(table(shares));
    List<String> notes =
        Stream.concat(
                shares.stream().flatMap(share -> note(share, shares).stream()),
                beside.stream().map(FleetReport::beside))
            .toList();
    if (!notes.isEmpty()) {
      blocks.add(Block.Bullets.of(notes));
    }
    return new Document(blocks, data(shares));
  }

  private static String beside(StoredRun other) {
    return "The same fleet measured run %s on %s: %s"
        .formatted(
            other.id(),
            other.provenance().device().model(),
            Launcher.command("fleet show " + Printable.word(other.id())));
  }

  /** The hosts and devices of a run that had several, with the evaluations of each. */
  static Optional<Table> several(RunHistory history) {
    if (history.devices().size() < 2) {
      return Optional.empty();
    }
    var table =
        Table.builder()
            .text("host")
            .text("device")
            .text("model")
            .quantity("evaluations")
            .quantity("a minute")
            .text("left");
    for (DeviceShare one : DeviceShare.of(history)) {
      table.row(
          one.device().host(),
          one.device().id(),
          one.device().model(),
          Integer.toString(one.evaluations()),
          number("%.1f", one.perMinute()),
          one.device().why());
    }
    return Optional.of(table.build());
  }

  private Table table(List<DeviceShare> shares) {
    var table =
        Table.builder()
            .text("host")
            .text("device")
            .text("model")
            .minor()
            .text("state")
            .quantity("evaluations")
            .quantity("a minute")
            .quantity("each")
            .quantity("× median")
            .quantity("default × median")
            .text("");
    for (DeviceShare one : shares) {
      table.row(
          one.device().host(),
          one.device().id(),
          one.device().model(),
          label(one) + since(one).map(at -> " since " + Units.minute(at, zone)).orElse(""),
          Integer.toString(one.evaluations()),
          number("%.1f", one.perMinute()),
          one.mean().map(Units::duration).orElse(""),
          number("%.2f", one.slowness(shares)),
          number("%.3f", one.defaultSlowness(shares)),
          isSlow(one, shares) ? "slow" : "");
    }
    return table.build();
  }

  /** {@code lost}, {@code evaluating}, {@code idle}, or {@code done} where the run is over. */
  private String label(DeviceShare share) {
    if (share.device().left().isPresent()) {
      return "lost";
    }
    if (state.status() != RunStatus.RUNNING) {
      return "done";
    }
    return quiet(share).compareTo(IDLE) > 0 ? "idle" : "evaluating";
  }

  private Duration quiet(DeviceShare share) {
    return Duration.between(share.last().orElse(share.device().joined()), state.at());
  }

  private Optional<Instant> since(DeviceShare share) {
    return switch (label(share)) {
      case "lost" -> share.device().left();
      case "idle" -> Optional.of(share.last().orElse(share.device().joined()));
      default -> Optional.empty();
    };
  }

  private static boolean isSlow(DeviceShare share, List<DeviceShare> all) {
    return share.defaultSlowness(all).orElse(1) > SLOW_DEFAULT
        || share.slowness(all).orElse(1) > SLOW_EVALUATIONS;
  }

  private static Optional<String> note(DeviceShare share, List<DeviceShare> all) {
    RunDeviceRecord device = share.device();
    String name = device.host() + " " + device.id();
    if (!device.why().isEmpty()) {
      return Optional.of("%s left: %s".formatted(name, device.why()));
    }
    if (!isSlow(share, all)) {
      return Optional.empty();
    }
    return Optional.of(
        share.defaultSlowness(all).orElse(1) > SLOW_DEFAULT
            ? String.format(
                Locale.ROOT,
                "%s is slow: the default takes %.3f times as long there as on the median device."
                    + " Maybe its clock is throttled, or another process uses it.",
                name,
                share.defaultSlowness(all).orElse(1))
            : String.format(
                Locale.ROOT,
                "%s is slow: an evaluation takes %.2f times as long there as on the median device,"
                    + " though the default does not. Maybe its host has less CPU for verification.",
                name,
                share.slowness(all).orElse(1)));
  }

  private static String number(String format, OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "";
  }

  private Data data(List<DeviceShare> shares) {
    var rows = new ArrayList<List<@Nullable Object>>();
    for (DeviceShare one : shares) {
      var row = new ArrayList<@Nullable Object>();
      row.add(one.device().number());
      row.add(one.device().host());
      row.add(one.device().id());
      row.add(one.device().model());
      row.add(label(one));
      row.add(since(one).map(Instant::toString).orElse(null));
      row.add(one.device().why());
      row.add(one.evaluations());
      row.add(one.rejected());
      row.add(Plain.of(one.perMinute()));
      row.add(one.mean().map(mean -> mean.toNanos() / 1e9).orElse(null));
      row.add(Plain.of(one.slowness(shares)));
      row.add(Plain.of(one.defaultSlowness(shares)));
      row.add(isSlow(one, shares));
      rows.add(row);
    }
    return new Data.Records(COLUMNS, rows);
  }
}
