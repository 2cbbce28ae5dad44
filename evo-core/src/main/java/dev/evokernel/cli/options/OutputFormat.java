package dev.evokernel.cli.options;

/** For people, for programs, or for a page. */
public enum OutputFormat {
  TEXT,
  JSON,
  MARKDOWN
}
