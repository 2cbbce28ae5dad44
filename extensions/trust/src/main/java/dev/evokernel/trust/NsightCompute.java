package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Profiler;
import dev.evokernel.backend.file.ProfilerTool;
import dev.evokernel.backend.file.ToolRun;

/**
 * NVIDIA's {@code ncu} around a process that launches a candidate once.
 *
 * <p>Each of its launches is replayed until every counter was read. Caches are emptied before each
 * pass, so that all passes are equal. Clocks are not locked, because nearly all metrics are shares
 * or counts.
 *
 * @param program the executable
 */
public record NsightCompute(Path program) implements Profiler {

  /** Attempts without unknown metrics, which some versions of ncu report one at a time. */
  private static final int ATTEMPTS = 8;

  @Override
  public String name() {
    return "ncu at " + program;
  }

  @Override
  public String settings() {
    return "one launch, replayed with empty caches, clocks as they are";
  }

  @Override
  public Profile profile(Subject subject, Duration limit) {
    List<String> wanted = new ArrayList<>(NcuMetrics.ALL);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      String text = run(subject, wanted, limit);
      List<NcuReport> launches =
          NcuReport.of(text).stream().filter(launch -> !launch.metrics().isEmpty()).toList();
      if (!launches.isEmpty()) {
        return new NcuFindings.ProfiledLaunches(launches).profile();
      }
      List<String> unknown = complaints(text, wanted);
      if (unknown.isEmpty()) {
        throw nothing(text, subject.scratch());
      }
      wanted.removeAll(unknown);
    }
    throw new EnvironmentException(
        "%s lacks too many of the metrics that evo needs. Install Nsight Compute 2022.4 or later."
            .formatted(program));
  }

  private String run(Subject subject, List<String> metrics, Duration limit) {
    Path log = subject.scratch().resolve("ncu.log");
    var command = new ArrayList<String>();
    command.add(program.toString());
    command.addAll(List.of("--csv", "--page", "raw", "--print-units", "base"));
    command.addAll(List.of("--metrics", String.join(",", metrics)));
    command.addAll(List.of("--kernel-name-base", "function", "--kernel-name", named(subject)));
    command.addAll(List.of("--launch-skip", "0"));
    command.addAll(List.of("--launch-count", Integer.toString(subject.entries().size())));
    command.addAll(List.of("--replay-mode", "kernel", "--cache-control", "all"));
    command.addAll(List.of("--clock-control", "none", "--target-processes", "application-only"));
    command.addAll(List.of("--log-file", log.toString()));
    command.addAll(subject.command());
    try {
      Files.deleteIfExists(log);
      ToolRun run = ToolRun.of(command, limit);
      String text = (Files.exists(log) ? Files.readString(log) : "") + "\n" + run.output();
      if (run.timedOut()) {
        throw new EnvironmentException(
            "%s timed out after %d s. Choose a smaller shape with --shape."
                .formatted(program, limit.toSeconds()));
      }
      return text;
    } catch (IOException e) {
      throw new EnvironmentException(
          "%s cannot be run: %s. Install it again.".formatted(program, e.getMessage()), e);
    }
  }

  private static String named(Subject subject) {
    List<String> names = subject.entries().stream().distinct().toList();
    return names.size() == 1
        ? names.getFirst()
        : "regex:" + names.stream().collect(Collectors.joining("|", "^(", ")$"));
  }

  private static List<String> complaints(String text, List<String> metrics) {
    String errors =
        text.lines()
            .filter(line -> line.startsWith("==ERROR==") || line.startsWith("==WARNING=="))
            .collect(Collectors.joining("\n"));
    return metrics.stream()
        .filter(
            metric ->
                Pattern.compile("\\b" + metric.replaceFirst("\\..*", "") + "\\b")
                    .matcher(errors)
                    .find())
        .toList();
  }

  private EnvironmentException nothing(String text, Path scratch) {
    if (text.contains("ERR_NVGPUCTRPERM")) {
      return new EnvironmentException(
          "The driver restricts its counters to administrators (ERR_NVGPUCTRPERM). Profile as"
              + " root, or load the driver's module with: options nvidia"
              + " NVreg_RestrictProfilingToAdminUsers=0 (a file in /etc/modprobe.d, then reboot; in"
              + " a container --cap-add SYS_ADMIN). evo doctor shows whether it helped.");
    }
    String errors =
        text.lines()
            .filter(line -> line.startsWith("==ERROR=="))
            .map(line -> line.substring("==ERROR==".length()).strip())
            .distinct()
            .collect(Collectors.joining("; "));
    Path why = scratch.resolve("launch.log");
    if (Files.exists(why)) {
      return new EnvironmentException(
          "The candidate's launch failed under %s: %s. For details run: evo sanitize"
              .formatted(program, read(why)));
    }
    if (text.contains("No kernels were profiled")) {
      return new EnvironmentException(
          "%s saw no launch of the candidate%s. Check that 'entry' in kernel.yaml is the function's name."
              .formatted(program, errors.isEmpty() ? "" : " (" + errors + ")"));
    }
    return new EnvironmentException(
        "%s gave no metrics: %s. Maybe its version does not fit the driver: ncu --version, nvidia-smi."
            .formatted(
                program,
                errors.isEmpty()
                    ? text.isBlank() ? "it printed nothing" : lastLines(text.strip())
                    : errors));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }

  private static String lastLines(String text) {
    List<String> lines = text.lines().toList();
    return String.join("; ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }

  /** Finds Nsight Compute for GPUs of NVIDIA. */
  public static final class Tool implements ProfilerTool {

    @Override
    public Profiler at(Path executable) {
      return new NsightCompute(executable);
    }
  }
}
