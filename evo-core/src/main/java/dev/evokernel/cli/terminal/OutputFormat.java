package dev.evokernel.cli.terminal;

/** Format of a report. */
public enum OutputFormat {
  TEXT,
  JSON,
  MARKDOWN
}
