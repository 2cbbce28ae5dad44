package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Throttle;
import dev.evokernel.roofline.Roofline;
import dev.evokernel.roofline.Roofline.Ceiling;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.store.Arithmetic;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.MeasuredLimits;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Launcher;
import dev.evokernel.text.Units;
import java.nio.file.Path;
import java.util.Optional;

/**
 * State of the device during measurements, and the disturbances of a run: text, tables and fields.
 */
public final class DeviceFacts {

  /** A field for each quantity that a device can report; null if it was not reported. */
  static final Data.Columns<DeviceState> FIELDS =
      new Data.Columns<DeviceState>()
          .add("core_mhz", DeviceState::coreMegahertz)
          .add("memory_mhz", DeviceState::memoryMegahertz)
          .add("watts", DeviceState::watts)
          .add("celsius", DeviceState::celsius)
          .add("load", DeviceState::load)
          .add("cores", DeviceState::cores)
          .add("throttles", DeviceFacts::throttles)
          .add("neighbours", DeviceState::neighbours)
          .add("shared", DeviceState::shared)
          .add("discarded", DeviceState::discarded);

  private DeviceFacts() {}

  static List<String> throttles(DeviceState state) {
    return state.throttles().stream().sorted().map(Throttle::label).toList();
  }

  /**
   * The state as text: {@code at least 1755 MHz, memory 3201 MHz, at most 612.3 W and 63 °C,
   * power-cap}; empty if nothing is known.
   */
  public static String of(DeviceState state) {
    int others = state.neighbours().orElse(0);
    return Stream.of(
            Stream.of(
                Units.formatted("at least %.0f MHz", state.coreMegahertz()),
                Units.formatted("memory %.0f MHz", state.memoryMegahertz()),
                Units.formatted("at most %.1f W", state.watts()),
                Units.formatted("at most %.0f °C", state.celsius()),
                Units.formatted("load %.2f", state.load()),
                state.cores().map("cores "::concat).orElse("")),
            throttles(state).stream(),
            Stream.of(
                others == 0
                    ? ""
                    : "in use by %d other process%s".formatted(others, others == 1 ? "" : "es"),
                state.shared() ? "another process ran on it" : "",
                state.discarded() == 0 ? "" : "%d samples discarded".formatted(state.discarded())))
        .flatMap(parts -> parts)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /**
   * Load of the device while times were measured. Energy always refers to sustained load: evo
   * measures it over 0.6 s of launches without a pause.
   */
  public static String stateOfTimes(DeviceState state) {
    return state.throttles().contains(Throttle.POWER_CAP)
        ? "samples under the power cap, also sustained load"
        : "short samples";
  }

  /** Device state on one shape; unknown without finals, and for finals of an old evo. */
  static DeviceState on(RunHistory history, String shape) {
    return history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
        .filter(measured -> measured.shape().equals(shape))
        .map(FinalistMeasurement::device)
        .distinct()
        .reduce(DeviceState.UNKNOWN, DeviceState::plus);
  }

  public static Optional<Table> table(RunHistory history) {
    List<Workload> known =
        history.run().subject().workloads().stream()
            .filter(workload -> !of(on(history, workload.shape().name())).isEmpty())
            .toList();
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Table.Columns<Workload>()
                .text("shape", Workload::shape)
                .text("device state", workload -> of(on(history, workload.shape().name())))
                .rows(known));
  }

  /**
   * Names disturbed processes of the finals, retaken samples and failed drift checks.
   *
   * @return empty for a quiet machine, and for a replay
   */
  public static Optional<String> sentence(Conclusion conclusion) {
    RunHistory history = conclusion.history();
    var causes = new ArrayList<String>();
    if (!RunFacts.isReplayed(history.run())) {
      int disturbed =
          conclusion.served().stream()
              .flatMap(shape -> shape.processes().stream())
              .mapToInt(ConfirmedRatio.Processes::disturbed)
              .max()
              .orElse(0);
      if (disturbed > 0) {
        causes.add(
            "in %d of %d processes of the finals, samples of one program differ by more than a factor of 2"
                .formatted(disturbed, history.finals().orElseThrow().processes()));
      }
      retaken(history).ifPresent(causes::add);
      List<Boolean> sound =
          history.flags().driftChecks().stream().map(check -> check.sound()).toList();
      if (sound.contains(false)) {
        causes.add(
            "the default drifted in %d of %d drift checks"
                .formatted(Collections.frequency(sound, false), sound.size()));
      }
    }
    return causes.isEmpty()
        ? Optional.empty()
        : Optional.of("Noisy machine: " + String.join("; ", causes) + ".");
  }

  /** Number of samples that the search and the finals retook, with the reasons; empty for none. */
  public static Optional<String> retaken(RunHistory history) {
    List<DeviceState> disturbed =
        Stream.concat(
                history.disturbed().stream(),
                history.run().subject().shapes().stream()
                    .map(shape -> on(history, shape))
                    .filter(state -> state.discarded() > 0))
            .toList();
    String why =
        disturbed.stream()
            .map(DeviceState::disturbance)
            .filter(words -> !words.isEmpty())
            .distinct()
            .collect(Collectors.joining("; "));
    return disturbed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d samples in %d measurements were retaken %s"
                .formatted(
                    disturbed.stream().mapToInt(DeviceState::discarded).sum(),
                    disturbed.size(),
                    why.isEmpty()
                        ? "because other processes held the cores"
                        : "(%s)".formatted(why)));
  }

  /** A resource of the binary; empty on a device that reports none. */
  static Optional<Object> resource(Measurement measurement, Function<Resources, Object> number) {
    return Optional.ofNullable(measurement.resources()).map(number);
  }

  /** The limit; empty if it was not measured, or the kernel's arithmetic is unknown. */
  static Optional<Ceiling> ceiling(
      Optional<MeasuredLimits> limits, Optional<Arithmetic> arithmetic, Workload workload) {
    return roofline(limits, arithmetic).map(roofline -> roofline.ceiling(workload));
  }

  /** The roofline; empty if it was not measured, or the kernel's arithmetic is unknown. */
  static Optional<Roofline> roofline(
      Optional<MeasuredLimits> limits, Optional<Arithmetic> arithmetic) {
    return limits.flatMap(known -> arithmetic.flatMap(type -> Roofline.of(known, type)));
  }

  static Optional<Ceiling> ceiling(RunHistory history, Workload workload) {
    return ceiling(history.limits(), history.run().subject().arithmetic(), workload);
  }

  /** The share of the limit: {@code 63.2 %}; a dash if the limit is unknown. */
  static String limitShare(Optional<Ceiling> ceiling, double p50) {
    return ceiling.map(limit -> Units.percent(limit.share(p50))).orElse("-");
  }

  static String limitsCommand(String folder, String device) {
    return Launcher.command(
        "roofline %s --device %s"
            .formatted(Launcher.path(Path.of(folder)), Printable.word(device)));
  }

  static String limitsCommand(RunHistory history) {
    return limitsCommand(
        history.run().subject().folder(), history.run().provenance().device().id());
  }
}
