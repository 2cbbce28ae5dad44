package dev.evokernel.opencl;

import dev.evokernel.backend.file.EnvironmentException;
import java.util.Map;

/** Clock of launches. The driver's version in every result ends with its label. */
enum LaunchClock {
  /** Times that the device records for its commands. */
  EVENTS("profiling events"),
  /** {@code System.nanoTime} around the first and the last command of a batch. */
  HOST("host's clock");

  static final String CHOICE = "EVO_OPENCL_CLOCK";

  private final String label;

  LaunchClock(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /** Chooses events where the device records them, unless the variable says otherwise. */
  static LaunchClock of(ClDevice device, Map<String, String> environment) {
    return switch (environment.getOrDefault(CHOICE, "")) {
      case "host" -> HOST;
      case "events" -> EVENTS;
      default -> device.hasEventTimes() ? EVENTS : HOST;
    };
  }

  static void check(ClDevice device, Map<String, String> environment) {
    String choice = environment.getOrDefault(CHOICE, "");
    if (!choice.matches("|host|events")) {
      throw new EnvironmentException(CHOICE + " must be events or host, was '" + choice + "'.");
    }
    if (choice.equals("events") && !device.hasEventTimes()) {
      throw new EnvironmentException(
          "%s is events, but %s records no times of commands. Unset it, or set it to host."
              .formatted(CHOICE, device.platformName()));
    }
  }
}
