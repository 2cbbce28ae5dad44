package dev.evokernel.outcome;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Why a device runs below its highest clock. A closed list: files use its labels. */
public enum Throttle {
  /** Its power limit: what it always does under load. */
  POWER_CAP(false),
  /** A clock was set by configuration. */
  CLOCK_SETTING(false),
  /** It synchronises its clock with other devices. */
  SYNC_BOOST(false),
  /** The hardware halves the clock or worse: temperature, power supply, or a signal. */
  HARDWARE_SLOWDOWN(true),
  /** The driver lowers the clock: too hot. */
  SOFTWARE_THERMAL(true),
  /** The hardware lowers the clock: too hot. */
  HARDWARE_THERMAL(true),
  /** The machine's power supply asks for it. */
  POWER_BRAKE(true);

  private final boolean spoils;

  Throttle(boolean spoils) {
    this.spoils = spoils;
  }

  /** Whether what is timed meanwhile says nothing about a program. */
  public boolean spoils() {
    return spoils;
  }

  /** For example {@code hardware-thermal}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<Throttle> ofLabel(String label) {
    return Arrays.stream(values()).filter(reason -> reason.label().equals(label)).findFirst();
  }
}
