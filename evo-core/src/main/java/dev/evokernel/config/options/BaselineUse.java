package dev.evokernel.config.options;

/** Choice to time the kernel's baselines beside the finalists. */
public enum BaselineUse {
  /** Times all baselines that can run on this machine. */
  AUTO,
  NEVER
}
