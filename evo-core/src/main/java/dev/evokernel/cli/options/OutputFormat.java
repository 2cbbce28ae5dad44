package dev.evokernel.cli.options;

/** Format of a report. */
public enum OutputFormat {
  TEXT,
  JSON,
  MARKDOWN
}
