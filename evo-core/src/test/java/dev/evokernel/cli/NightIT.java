package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nights of recorded spaces, whose time is simulated. */
final class NightIT {

  private static final String RECORDING =
      """
      {"device_name": "none", "kernel_name": "NAME", "problem_size": [1],
       "tune_params_keys": ["A"], "tune_params": {"A": [1, 2, 3, 4]}, "objective": "time",
       "cache": {
        "1": {"A": 1, "time": 1.0, "times": [1.0, 1.01, 0.99]},
        "2": {"A": 2, "time": 1.2, "times": [1.2, 1.21, 1.19]},
        "3": {"A": 3, "time": 0.5, "times": [0.5, 0.51, 0.49]},
        "4": {"A": 4, "time": 1.7, "times": [1.7, 1.71, 1.69]}}}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void prepare() throws IOException {
    for (String name : new String[] {"one", "two"}) {
      Files.writeString(folder.resolve(name + ".json"), RECORDING.replace("NAME", name));
      Files.writeString(
          folder.resolve(name + ".yaml"),
          "device: replay:" + name + ".json\nbudget: {wall: 90s}\n");
    }
  }

  private Execution night(String jobs) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("night.yaml"),
            "wall: 10m\nnotify: {command: [sh, -c, 'cat > "
                + folder.resolve("told.json")
                + "']}\njobs:\n"
                + jobs);
    return Execution.of("night", file.toString());
  }

  @Test
  void night_ofTwoJobs_runsBothAndTellsAndWritesOnePage() throws IOException {
    Execution night = night("  - {config: one.yaml, share: 2}\n  - {config: two.yaml}\n");
    assertThat(night.code()).as(night.out() + night.err()).isZero();
    assertThat(night.out().lines().filter(line -> line.contains("finished"))).hasSize(2);
    assertThat(night.out())
        .contains("Job 1 of 2: ", "Job 2 of 2: ")
        .contains(" of the night's time instead of its own 'wall', 1 min 30 s");
    assertThat(folder.resolve("told.json"))
        .content()
        .contains("\"event\":\"finished\"", "\"kernel\":\"one\"")
        .containsPattern("is the champion|Not decided|The default stays");
    assertThat(folder.resolve("results/nights/night.html")).content().contains("2 runs");
  }

  @Test
  void night_again_hasNothingLeftToDoUntilItIsBegunAnew() throws IOException {
    night("  - {config: one.yaml}\n");
    Execution again = night("  - {config: one.yaml}\n");
    assertThat(again.code()).isZero();
    assertThat(again.out()).doesNotContain("searching");
    Execution other = night("  - {config: two.yaml}\n");
    assertThat(other.out()).contains("Run two-");
  }

  @Test
  void night_withAJobThatCannotRun_isRefusedBeforeAnythingBegins() throws IOException {
    Execution night = night("  - {config: one.yaml}\n  - {kernel: nosuch}\n");
    assertThat(night.code()).isEqualTo(2);
    assertThat(night.err()).contains("nosuch/kernel.yaml: no such file");
    assertThat(folder.resolve("results")).doesNotExist();
    assertThat(night("  - {share: 2}\n").err()).contains("needs 'config' or 'kernel'");
  }
}
