package dev.evokernel.kernel;

import dev.evokernel.kernel.yaml.Labelled;
import java.util.Optional;

/** State of the device's caches at a timed launch. */
public enum CacheState implements Labelled {

  /** Caches hold the data of the previous launch: launches are back to back. */
  HOT,

  /** Caches hold no data of the kernel: the last-level cache is flushed before every launch. */
  COLD;

  public static Optional<CacheState> ofLabel(String label) {
    return Labelled.find(CacheState.class, label);
  }
}
