package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.text.Plain;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.run.StoredRun;
import org.jspecify.annotations.Nullable;

/**
 * State of the device during measurements, and the disturbances of a run: text, tables and fields.
 */
public final class DeviceFacts {

  private DeviceFacts() {}

  /**
   * The state as text: {@code at least 1755 MHz, memory 3201 MHz, at most 612.3 W and 63 °C,
   * power-cap}; empty if nothing is known.
   */
  public static String of(DeviceState state) {
    var parts = new ArrayList<String>();
    add(parts, "at least %.0f MHz", state.coreMegahertz());
    add(parts, "memory %.0f MHz", state.memoryMegahertz());
    add(parts, "at most %.1f W", state.watts());
    add(parts, "at most %.0f °C", state.celsius());
    add(parts, "load %.2f", state.load());
    state.cores().ifPresent(cores -> parts.add("cores " + cores));
    state.throttles().stream().sorted().map(Throttle::label).forEach(parts::add);
    if (state.neighbours().orElse(0) > 0) {
      int others = state.neighbours().getAsInt();
      parts.add("in use by %d other %s".formatted(others, others == 1 ? "process" : "processes"));
    }
    if (state.shared()) {
      parts.add("another process ran on it");
    }
    if (state.discarded() > 0) {
      parts.add("%d samples discarded".formatted(state.discarded()));
    }
    return String.join(", ", parts);
  }

  /**
   * Number of retaken samples of a run, with the reasons; empty if none were retaken.
   *
   * @param disturbed device states of the measurements with retaken samples
   */
  private static Optional<String> disturbances(List<DeviceState> disturbed) {
    if (disturbed.isEmpty()) {
      return Optional.empty();
    }
    String why =
        disturbed.stream()
            .map(DeviceState::disturbance)
            .filter(words -> !words.isEmpty())
            .distinct()
            .collect(Collectors.joining("; "));
    return Optional.of(
        "%d samples in %d measurements were retaken %s"
            .formatted(
                disturbed.stream().mapToInt(DeviceState::discarded).sum(),
                disturbed.size(),
                why.isEmpty() ? "because other processes held the cores" : "(%s)".formatted(why)));
  }

  private static void add(List<String> parts, String format, OptionalDouble value) {
    if (value.isPresent()) {
      parts.add(String.format(Locale.ROOT, format, value.getAsDouble()));
    }
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

  /** A row for each shape; empty if nothing is known. */
  public static Optional<Table> table(RunHistory history) {
    var states = new LinkedHashMap<String, String>();
    StoredRun run = history.run();
    for (String shape : run.subject().shapes()) {
      String words = of(on(history, shape));
      if (!words.isEmpty()) {
        states.put(run.subject().workload(shape).shape().toString(), words);
      }
    }
    if (states.isEmpty()) {
      return Optional.empty();
    }
    var table = Table.builder().text("shape", "device state");
    states.forEach(table::row);
    return Optional.of(table.build());
  }

  /** A field for each quantity that a device can report; null if it was not reported. */
  static SequencedMap<String, @Nullable Object> fields(DeviceState state) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    fields.put("core_mhz", Plain.of(state.coreMegahertz()));
    fields.put("memory_mhz", Plain.of(state.memoryMegahertz()));
    fields.put("watts", Plain.of(state.watts()));
    fields.put("celsius", Plain.of(state.celsius()));
    fields.put("load", Plain.of(state.load()));
    fields.put("cores", state.cores().orElse(null));
    fields.put("throttles", state.throttles().stream().sorted().map(Throttle::label).toList());
    fields.put("neighbours", state.neighbours().isPresent() ? state.neighbours().getAsInt() : null);
    fields.put("shared", state.shared());
    fields.put("discarded", state.discarded());
    return fields;
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

  /** Number of samples that the search and the finals retook, with the reasons. */
  public static Optional<String> retaken(RunHistory history) {
    Stream<DeviceState> finals =
        history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
            .map(measured -> measured.shape())
            .distinct()
            .map(shape -> on(history, shape))
            .filter(state -> state.discarded() > 0);
    return disturbances(Stream.concat(history.disturbed().stream(), finals).toList());
  }
}
