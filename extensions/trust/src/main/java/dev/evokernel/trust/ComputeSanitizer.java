package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.backend.file.SanitizerTool;
import dev.evokernel.backend.file.ToolRun;

/**
 * NVIDIA's compute-sanitizer around a process that launches a candidate once.
 *
 * @param program the executable
 */
public record ComputeSanitizer(Path program) implements Sanitizer {

  private static final List<String> TOOLS =
      List.of("memcheck", "racecheck", "initcheck", "synccheck");

  @Override
  public String name() {
    return "compute-sanitizer at " + program;
  }

  @Override
  public Optional<Finding> examine(Subject subject, Duration limit) {
    long began = System.nanoTime();
    for (String tool : TOOLS) {
      Duration left = limit.minusNanos(System.nanoTime() - began);
      Duration least = Duration.ofMillis(1);
      Optional<Finding> finding = examine(tool, subject, left.isPositive() ? left : least);
      if (finding.isPresent()) {
        return finding;
      }
    }
    return Optional.empty();
  }

  /** Time for four tools, each of which starts a process with its own context. */
  @Override
  public Duration usual() {
    return Duration.ofSeconds(6);
  }

  private Optional<Finding> examine(String tool, Subject subject, Duration limit) {
    Path log = subject.scratch().resolve(tool + ".log");
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(List.of("--tool", tool, "--log-file", log.toString()));
    command.addAll(List.of("--target-processes", "application-only", "--show-backtrace", "no"));
    if (tool.equals("memcheck")) {
      command.addAll(List.of("--report-api-errors", "no"));
    }
    command.addAll(subject.command());
    try {
      Files.deleteIfExists(Sanitizer.called(subject.scratch()));
      ToolRun run = ToolRun.of(command, limit);
      if (run.timedOut()) {
        return Optional.of(
            new Finding(
                tool,
                "Not checked: timed out after %d s under %s".formatted(limit.toSeconds(), tool),
                true));
      }
      String text = Files.exists(log) ? Files.readString(log) : "";
      Log report = Log.of(text);
      if (!report.complete()) {
        throw new EnvironmentException(
            "%s --tool %s does not work here: %s Try a version that fits the driver; 'sanitizer: never' skips sanitizers."
                .formatted(program, tool, (text + "\n" + run.lastLines(10)).strip()));
      }
      if (run.succeeded() || report.finding().isPresent()) {
        return report.finding().map(words -> new Finding(tool, words));
      }
      if (!Files.exists(Sanitizer.called(subject.scratch()))) {
        throw new EnvironmentException(
            "The candidate's process does not start under %s --tool %s: %s Check LD_PRELOAD and 'ulimit -v'; 'sanitizer: never' skips sanitizers."
                .formatted(program, tool, run.lastLines(10)));
      }
      return Optional.of(
          new Finding(tool, "The launch failed under " + tool + ": " + run.lastLines(5)));
    } catch (IOException e) {
      throw new EnvironmentException(
          "%s cannot be run: %s. Install it again, or write 'sanitizer: never'."
              .formatted(program, e.getMessage()),
          e);
    }
  }

  /** Finds compute-sanitizer for the backend {@code cuda}. */
  public static final class Tool implements SanitizerTool {

    @Override
    public String backend() {
      return "cuda";
    }

    @Override
    public Sanitizer using(List<String> command) {
      return new ComputeSanitizer(Path.of(command.getFirst()));
    }
  }

  /**
   * Log of compute-sanitizer, whose lines begin with nine equals signs. A report is a line and the
   * indented lines below it; a summary comes last.
   *
   * @param complete whether the tool wrote its summary
   * @param finding the tool's first report of an error; the summary where it counts errors without
   *     a report
   */
  record Log(boolean complete, Optional<String> finding) {

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

    static Log of(String text) {
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
        return new Log(false, Optional.empty());
      }
      return CLEAN.matcher(summary.get()).matches()
          ? new Log(true, Optional.empty())
          : new Log(true, firstReport(lines).or(() -> summary));
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
      return !words.isEmpty()
          && !IDLE.matcher(words).matches()
          && !SUMMARY.matcher(words).matches();
    }
  }
}
