package dev.evokernel.cli.options;

/** The format of a report: for a terminal, a program or a page. */
public enum OutputFormat {
  TEXT,
  JSON,
  MARKDOWN
}
