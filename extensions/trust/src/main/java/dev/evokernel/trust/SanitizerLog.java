package dev.evokernel.trust;

import module java.base;

/**
 * Log of compute-sanitizer, whose lines begin with nine equals signs. A report is a line and the
 * indented lines below it; a summary comes last.
 *
 * @param complete whether the tool wrote its summary
 * @param finding the tool's first report of an error; the summary where it counts errors without a
 *     report
 */
record SanitizerLog(boolean complete, Optional<String> finding) {

  private static final String MARK = "=========";
  private static final int MOST_LINES = 8;

  private static final Pattern SUMMARY = Pattern.compile("^(ERROR|RACECHECK) SUMMARY: .*");

  private static final Pattern CLEAN =
      Pattern.compile("^(ERROR SUMMARY: 0 errors|RACECHECK SUMMARY: .*\\(0 errors, .*)$");

  /** Lines outside reports that say nothing about the kernel. */
  private static final Pattern IDLE =
      Pattern.compile(
          "^(COMPUTE-SANITIZER|Program hit|Error: process didn't terminate"
              + "|Target application returned|Warning:|LEAK SUMMARY|Error: No attachable).*");

  /** Start of the host's part of a report, which describes evo and not the kernel. */
  private static final Pattern HOST = Pattern.compile("^(Saved host backtrace|Host Frame:).*");

  static SanitizerLog of(String text) {
    List<String> lines =
        text.lines()
            .filter(line -> line.startsWith(MARK))
            .map(line -> line.substring(MARK.length()).stripTrailing())
            .toList();
    Optional<String> summary =
        lines.stream()
            .map(String::strip)
            .filter(line -> SUMMARY.matcher(line).matches())
            .findFirst();
    if (summary.isEmpty()) {
      return new SanitizerLog(false, Optional.empty());
    }
    return CLEAN.matcher(summary.get()).matches()
        ? new SanitizerLog(true, Optional.empty())
        : new SanitizerLog(true, firstReport(lines).or(() -> summary));
  }

  private static Optional<String> firstReport(List<String> lines) {
    var report = new ArrayList<String>();
    for (String line : lines) {
      String words = line.strip();
      boolean inside = line.startsWith("  ");
      if (report.isEmpty()) {
        if (!inside && isReport(words)) {
          report.add(words);
        }
      } else if (!inside || HOST.matcher(words).matches() || report.size() == MOST_LINES) {
        return Optional.of(String.join("; ", report));
      } else {
        report.add(words);
      }
    }
    return report.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", report));
  }

  private static boolean isReport(String words) {
    return !words.isEmpty() && !IDLE.matcher(words).matches() && !SUMMARY.matcher(words).matches();
  }
}
