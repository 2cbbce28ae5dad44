package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;

/**
 * Result of {@code evo fleet show}: hosts and devices of a run, with their evaluations.
 *
 * @param history all evaluations of the run
 * @param beside runs of the same fleet on devices of other models
 * @param zone of the times in text; data have UTC
 */
public record RunDevicesReport(
    RunState state, RunHistory history, List<StoredRun> beside, ZoneId zone) implements Report {

  /** Time of the default relative to the median device, above which a device is slow. */
  private static final double SLOW_DEFAULT = 1.05;

  /** Mean evaluation time relative to the median device, above which a device is slow. */
  private static final double SLOW_EVALUATIONS = 1.5;

  /** Time without a finished evaluation, after which a device is shown as idle. */
  private static final Duration IDLE = Duration.ofSeconds(60);

  /**
   * Share of one device in the evaluations of a run, without binaries timed earlier. The rate
   * counts since the device last joined.
   */
  private record DeviceShare(
      RunDeviceRecord device,
      int evaluations,
      long rejected,
      OptionalDouble perMinute,
      Optional<Duration> mean,
      Optional<Instant> last) {

    static List<DeviceShare> of(RunHistory history) {
      var shares = new ArrayList<DeviceShare>();
      for (RunDeviceRecord device : history.devices()) {
        shares.add(
            of(
                device,
                history.outlines().stream()
                    .flatMap(candidate -> candidate.evaluation().stream())
                    .filter(end -> end.device() == device.number() && end.evaluateNanos() > 0)
                    .toList()));
      }
      return shares;
    }

    private static DeviceShare of(RunDeviceRecord device, List<Evaluation> there) {
      Optional<Instant> last = there.stream().map(Evaluation::finished).max(Instant::compareTo);
      long recent = there.stream().filter(end -> end.finished().isAfter(device.joined())).count();
      double minutes =
          last.map(at -> Duration.between(device.joined(), at).toMillis() / 60_000.0).orElse(0.0);
      OptionalDouble mean = there.stream().mapToLong(Evaluation::evaluateNanos).average();
      return new DeviceShare(
          device,
          there.size(),
          there.stream().filter(end -> !end.isMeasured()).count(),
          recent > 1 && minutes > 0 ? OptionalDouble.of(recent / minutes) : OptionalDouble.empty(),
          mean.isPresent()
              ? Optional.of(Duration.ofNanos((long) mean.getAsDouble()))
              : Optional.empty(),
          last);
    }

    OptionalDouble slowness(List<DeviceShare> all) {
      return overMedian(all, share -> share.mean().map(time -> (double) time.toNanos()));
    }

    OptionalDouble defaultSlowness(List<DeviceShare> all) {
      return overMedian(all, share -> share.device().relative());
    }

    private OptionalDouble overMedian(
        List<DeviceShare> all, Function<DeviceShare, Optional<Double>> time) {
      double[] sorted =
          all.stream()
              .flatMap(share -> time.apply(share).stream())
              .mapToDouble(known -> known)
              .sorted()
              .toArray();
      int half = sorted.length / 2;
      return time.apply(this).stream()
          .mapToDouble(
              own ->
                  own
                      / (sorted.length % 2 == 1
                          ? sorted[half]
                          : (sorted[half - 1] + sorted[half]) / 2))
          .filter(Double::isFinite)
          .findFirst();
    }
  }

  public RunDevicesReport {
    beside = List.copyOf(beside);
  }

  @Override
  public Document document() {
    List<DeviceShare> shares = DeviceShare.of(history);
    if (shares.isEmpty()) {
      return new Document(
          List.of(
              Block.Paragraph.of(
                  "Run '%s' has no recorded devices: it has not measured yet, or an old evo measured it."
                      .formatted(state.run().id()))),
          data(shares));
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
                beside.stream().map(RunDevicesReport::beside))
            .toList();
    if (!notes.isEmpty()) {
      blocks.add(Block.Bullets.of(notes));
    }
    return new Document(blocks, data(shares));
  }

  private static String beside(StoredRun other) {
    return "Run %s of the same fleet, on %s: %s"
        .formatted(
            other.id(),
            other.provenance().device().model(),
            Launcher.command("fleet show " + Printable.word(other.id())));
  }

  /** Hosts and devices of a run with their evaluations; empty for fewer than two devices. */
  static Optional<Table> several(RunHistory history) {
    return history.devices().size() < 2
        ? Optional.empty()
        : Optional.of(
            new Table.Columns<DeviceShare>()
                .text("host", share -> share.device().host())
                .text("device", share -> share.device().id())
                .text("model", share -> share.device().model())
                .quantity("evaluations", DeviceShare::evaluations)
                .quantity("per minute", share -> Units.formatted("%.1f", share.perMinute()))
                .text("left", share -> share.device().why())
                .rows(DeviceShare.of(history)));
  }

  private Table table(List<DeviceShare> shares) {
    return new Table.Columns<DeviceShare>()
        .text("host", share -> share.device().host())
        .text("device", share -> share.device().id())
        .minorText("model", share -> share.device().model())
        .text("state", this::stateText)
        .quantity("evaluations", DeviceShare::evaluations)
        .quantity("per minute", share -> Units.formatted("%.1f", share.perMinute()))
        .quantity("mean", share -> share.mean().map(Units::duration))
        .quantity("× median", share -> Units.formatted("%.2f", share.slowness(shares)))
        .quantity(
            "default × median", share -> Units.formatted("%.3f", share.defaultSlowness(shares)))
        .text("", share -> isSlow(share, shares) ? "slow" : "")
        .rows(shares);
  }

  private String stateText(DeviceShare share) {
    return label(share) + since(share).map(at -> " since " + Units.minute(at, zone)).orElse("");
  }

  /** {@code lost}, {@code done} after the run, {@code idle} or {@code evaluating}. */
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
        name
            + (share.defaultSlowness(all).orElse(1) > SLOW_DEFAULT
                ? Units.formatted(
                    " is slow: the default takes %.3f× the median over devices. Maybe the device is"
                        + " throttled, or another process uses it.",
                    share.defaultSlowness(all))
                : Units.formatted(
                    " is slow: an evaluation takes %.2f× the median over devices, but the default"
                        + " does not. Maybe its host has less CPU for verification.",
                    share.slowness(all))));
  }

  private Data data(List<DeviceShare> shares) {
    return new Data.Columns<DeviceShare>()
        .add("number", share -> share.device().number())
        .add("host", share -> share.device().host())
        .add("device", share -> share.device().id())
        .add("model", share -> share.device().model())
        .add("state", this::label)
        .add("since", this::since)
        .add("why", share -> share.device().why())
        .add("evaluations", DeviceShare::evaluations)
        .add("rejected", DeviceShare::rejected)
        .add("evaluations_per_minute", DeviceShare::perMinute)
        .add("mean_evaluation_seconds", share -> share.mean().map(mean -> mean.toNanos() / 1e9))
        .add("evaluation_over_median", share -> share.slowness(shares))
        .add("default_over_median", share -> share.defaultSlowness(shares))
        .add("slow", share -> isSlow(share, shares))
        .rows(shares);
  }
}
