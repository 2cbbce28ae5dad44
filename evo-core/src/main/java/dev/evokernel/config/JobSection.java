package dev.evokernel.config;

/**
 * A section of {@code evo.yaml} that a module reads. An implementation is a value: a job that is
 * written and read again has an equal one.
 */
public interface JobSection {

  /** The section's key. */
  String key();

  /** The section's content as one line of YAML. */
  String text();
}
