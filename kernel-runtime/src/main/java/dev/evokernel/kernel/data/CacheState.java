package dev.evokernel.kernel.data;

import module java.base;

/** State of the device's caches at a timed launch. */
public enum CacheState {

  /** Caches hold the data of the previous launch: launches are back to back. */
  HOT,

  /** Caches hold no data of the kernel: the last-level cache is flushed before every launch. */
  COLD;

  /** Spelling in files, for example {@code cold}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<CacheState> ofLabel(String label) {
    return Arrays.stream(values()).filter(state -> state.label().equals(label)).findFirst();
  }
}
