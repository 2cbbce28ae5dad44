package dev.evokernel.config;

/**
 * Section of {@code evo.yaml} that a module reads. An implementation is a value: writing and
 * reading a job gives an equal section.
 */
public interface JobSection {

  String key();

  /** Content as one line of YAML. */
  String text();
}
