package dev.evokernel.cli;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FlaggedCandidates.Exclusion;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;

/** A folder with a job for a kernel of its own. */
public record Workspace(Path folder) {

  /**
   * Everything but {@code budget}. The device counts as itself however slow it becomes: what else
   * the machine does must not decide whether a test passes.
   */
  private static final String JOB =
      """
      kernel: saxpy
      device: cpu
      search: {population: 8, seed: 7}
      gate: {input_sets: 1, sanitizer: never}
      timeout: {compile: 10m, evaluation: 20s}
      sampling: {samples: {least: 5, most: 50}, seconds: {least: 0.005, most: 0.02}}
      drift: {every: 0, recovery: 90000%}
      finals: {rounds: 16, processes: 2}
      """;

  public static Workspace in(Path folder) throws IOException {
    Saxpy.copyTo(folder.resolve("saxpy"));
    Files.writeString(folder.resolve("evo.yaml"), JOB);
    return new Workspace(folder);
  }

  public Path job() {
    return folder.resolve("evo.yaml");
  }

  public Path kernel() {
    return folder.resolve("saxpy/kernel.yaml");
  }

  public Path results() {
    return folder.resolve("results");
  }

  public Path database() {
    return results().resolve(ResultStore.FILE_NAME);
  }

  public void append(String text) throws IOException {
    Files.writeString(job(), Files.readString(job()) + text);
  }

  public void edit(Path file, String old, String replacement) throws IOException {
    String text = Files.readString(file);
    if (!text.contains(old)) {
      throw new AssertionError(file + " has no '" + old + "'.");
    }
    Files.writeString(file, text.replace(old, replacement));
  }

  /**
   * The environment of a run that does not end by itself: its compiler hangs for a block of 16
   * while the file named hang exists, and nothing has a limit.
   *
   * @param hung made by the compiler when it begins to hang
   */
  public Map<String, String> endless(Path hung) throws IOException {
    withoutLimits();
    Path hang = Files.createFile(folder.resolve("hang"));
    Path compiler =
        Files.writeString(
            folder.resolve("cc"),
            """
            #!/bin/sh
            case "$*" in
              *-DBLOCK=16*) touch '%s'; while [ -e '%s' ]; do sleep 0.2; done ;;
            esac
            exec cc "$@"
            """
                .formatted(hung, hang));
    Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwxr-xr-x"));
    return Map.of("CC", compiler.toString());
  }

  public void withoutLimits() throws IOException {
    edit(job(), "{compile: 10m, evaluation: 20s}", "{compile: 9h, evaluation: 9h}");
  }

  /** In this process. */
  public Execution run(String... more) {
    return Execution.line("run --config " + job(), more);
  }

  /** On its results. */
  public Execution evo(String line, String... more) {
    return Execution.line(line + " --results " + results(), more);
  }

  public Execution resume(String... more) {
    return evo("run --resume latest", more);
  }

  public RunHistory history() {
    try (var store = ResultStore.openReadOnly(database())) {
      return store.history("latest");
    }
  }

  /** Whether a run has begun. */
  public boolean hasRun() {
    if (!Files.exists(database())) {
      return false;
    }
    try (var store = ResultStore.openReadOnly(database())) {
      return !store.runs().isEmpty();
    } catch (EnvironmentException e) {
      return false; // A database that was being made has no tables yet.
    }
  }

  /**
   * Why candidates of the latest run were rejected or excluded, but for what load on the machine
   * may bring about.
   */
  List<Rejection> failures() {
    RunHistory history = history();
    Stream<Rejected> rejected =
        history.candidates().stream()
            .flatMap(candidate -> candidate.evaluation().stream())
            .map(Evaluation::outcome)
            .filter(Rejected.class::isInstance)
            .map(Rejected.class::cast);
    Stream<Rejected> excluded = history.flags().exclusions().stream().map(Exclusion::why);
    return Stream.concat(rejected, excluded)
        .map(Rejected::reason)
        .filter(reason -> reason != Rejection.SUSPICIOUS)
        .toList();
  }

  /** Evaluations of the latest run that are on disk. */
  public long finished() {
    if (!Files.exists(database())) {
      return 0;
    }
    try (var store = ResultStore.openReadOnly(database())) {
      return store.runs().isEmpty()
          ? 0
          : store.candidates("latest").stream()
              .filter(candidate -> candidate.evaluation().isPresent())
              .count();
    } catch (EnvironmentException e) {
      return 0; // A database that is being made has no tables yet.
    }
  }
}
