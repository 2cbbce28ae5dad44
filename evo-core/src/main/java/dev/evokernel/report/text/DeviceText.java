package dev.evokernel.report.text;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;

/** Device state during a measurement, as text. */
public final class DeviceText {

  private DeviceText() {}

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
  public static Optional<String> disturbances(List<DeviceState> disturbed) {
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
}
