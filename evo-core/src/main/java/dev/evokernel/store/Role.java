package dev.evokernel.store;

import dev.evokernel.kernel.yaml.Labelled;

/** Role of a candidate in the finals. */
public enum Role implements Labelled {
  /** Accepted candidate; absent if the default stays. */
  CHAMPION,
  DEFAULT,
  FINALIST
}
