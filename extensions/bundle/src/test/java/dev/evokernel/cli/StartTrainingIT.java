package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
final class StartTrainingIT {

  @TempDir private Path folder;

  @Test
  void training_leavesAFinishedRun() throws IOException {
    Path files = Files.createDirectory(folder.resolve("files"));
    StartTraining.main(folder.toString(), files.toString());
    assertThat(folder.resolve("version")).content().isEqualTo(Execution.of("--version").out());
    assertThat(Execution.of("show", "--results", files.resolve("results").toString()).out())
        .contains("5 measured, 1 launch-failure", "is the champion");
  }
}
