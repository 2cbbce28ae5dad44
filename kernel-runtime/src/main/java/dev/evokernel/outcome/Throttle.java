package dev.evokernel.outcome;

import module java.base;

/** Reason for a lowered clock. Closed list: files use the labels. */
public enum Throttle {
  /** Power limit, normal under load. */
  POWER_CAP(false),
  /** Clock set by configuration. */
  CLOCK_SETTING(false),
  /** Clock synchronised with other devices. */
  SYNC_BOOST(false),
  /** Clock halved or lower by the hardware: temperature, power supply, or a signal. */
  HARDWARE_SLOWDOWN(true),
  /** Clock lowered by the driver: too hot. */
  SOFTWARE_THERMAL(true),
  /** Clock lowered by the hardware: too hot. */
  HARDWARE_THERMAL(true),
  /** Clock lowered at the request of the power supply. */
  POWER_BRAKE(true);

  private final boolean disturbs;

  Throttle(boolean disturbs) {
    this.disturbs = disturbs;
  }

  public boolean disturbs() {
    return disturbs;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<Throttle> ofLabel(String label) {
    return Arrays.stream(values()).filter(reason -> reason.label().equals(label)).findFirst();
  }
}
