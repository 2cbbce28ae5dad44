package dev.evokernel.config;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.EarlierResults;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFolderUpgradeTest {

  @TempDir Path folder;

  @Test
  void apply_jobOf01_renamesTheKeysAndNothingElse() throws IOException {
    Path job =
        job(
            """
            # sentinel: {every: 1}
            kernel: "seeds/sentinel" # the incumbent
            gate: {"seeds": 3, fuzz: 1} # seeds: 2
            'sentinel':
              every: 7
              drift: 3% # drift
              recovery: auto
            search: {seed: 5}
            """);
    RunFolderUpgrade.apply(folder, "0.1.0");
    assertThat(job)
        .hasContent(
            """
            # sentinel: {every: 1}
            kernel: "seeds/sentinel" # the incumbent
            gate: {"input_sets": 3, fuzz: 1} # seeds: 2
            'drift':
              every: 7
              margin: 3% # drift
              recovery: auto
            search: {seed: 5}
            """);
    assertThat(JobReader.read(job).evaluation().verification().inputSets()).isEqualTo(3);
    assertThat(JobReader.read(job).evaluation().drift().every()).isEqualTo(7);
    assertThat(JobReader.read(job).evaluation().drift().margin()).hasValue(0.03);
  }

  @Test
  void apply_linesOfAnotherSystem_keepsTheirEnds() throws IOException {
    Path job = job("kernel: \"é𝄞\"\r\ngate: {seeds: 2}\r\n");
    RunFolderUpgrade.apply(folder, "0.1.0");
    assertThat(Files.readString(job)).isEqualTo("kernel: \"é𝄞\"\r\ngate: {input_sets: 2}\r\n");
  }

  @Test
  void apply_twice_changesNothingMore() throws IOException {
    Path job = job("kernel: k\nsentinel: {drift: 3%}\n");
    RunFolderUpgrade.apply(folder, "0.1.0");
    String once = Files.readString(job);
    RunFolderUpgrade.apply(folder, "0.1.0");
    assertThat(Files.readString(job)).isEqualTo(once).isEqualTo("kernel: k\ndrift: {margin: 3%}\n");
  }

  @Test
  void apply_runOfALaterVersion_leavesItsFiles() throws IOException {
    Path job = job("kernel: k\nsentinel: {every: 3}\n");
    RunFolderUpgrade.apply(folder, "0.2.0");
    assertThat(job).hasContent("kernel: k\nsentinel: {every: 3}\n");
  }

  @Test
  void apply_file_keepsItsPermissionsAndLeavesNoDraft() throws IOException {
    Path job = job("kernel: k\nsentinel: {every: 3}\n");
    Files.setPosixFilePermissions(job, PosixFilePermissions.fromString("rw-r--r--"));
    RunFolderUpgrade.apply(folder, "0.1.0");
    assertThat(Files.getPosixFilePermissions(job))
        .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(job);
    }
  }

  @Test
  void apply_kernelOf01_canBeRead() throws IOException {
    Path run = EarlierResults.copyTo(folder).resolve(EarlierResults.FINISHED);
    RunFolderUpgrade.apply(run, "0.1.0");
    Path kernel = run.resolve("kernel/saxpy");
    assertThat(KernelReader.read(kernel, "cpu").defaultConfiguration().toString())
        .contains("BLOCK=64");
    assertThat(JobReader.read(run.resolve("evo.yaml")).evaluation().drift().every()).isEqualTo(3);
  }

  private Path job(String text) throws IOException {
    return Files.writeString(folder.resolve("evo.yaml"), text);
  }
}
