package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.fleet.FleetSection.LaunchLine;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.tuning.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FleetSectionTest {

  @TempDir Path folder;

  private Job read(String fleet) throws IOException {
    Path file = folder.resolve("evo.yaml");
    Files.writeString(file, "kernel: kernels/gemm\nfleet: " + fleet + "\n");
    return JobReader.read(file);
  }

  @Test
  void read_lines_areKeptByTheTextOfTheJob() throws IOException {
    Job job = read("[{launch: 'ssh gpu-2 evo worker'}, {launch: srun, hosts: 4, lost_after: 90s}]");
    assertThat(job.section(FleetSection.class).orElseThrow().lines())
        .containsExactly(
            new LaunchLine("ssh gpu-2 evo worker", 1, LaunchLine.LOST_AFTER),
            new LaunchLine("srun", 4, Duration.ofSeconds(90)));
    Path again = folder.resolve("again.yaml");
    job.write(job.kernel(), job.results(), again);
    assertThat(JobReader.read(again).section(FleetSection.class))
        .isEqualTo(job.section(FleetSection.class));
  }

  @Test
  void read_jobsOfClusters_becomeLaunchLines() throws IOException {
    Job job =
        read(
            "[{slurm: {partition: gpu, nodes: 4, gpus: 8, time: 8h, options: --exclusive}},"
                + " {kubernetes: {image: evo:0.2, replicas: 2, gpus: 1}, lost_after: 90s}]");
    assertThat(job.section(FleetSection.class).orElseThrow().lines())
        .containsExactly(
            new LaunchLine(
                "slurm --partition=gpu --gpus-per-node=8 --time=480 --exclusive -- 'evo worker'",
                4,
                LaunchLine.LOST_AFTER),
            new LaunchLine(
                "kubernetes --image=evo:0.2 --gpus=1 -- 'evo worker'", 2, Duration.ofSeconds(90)));
  }

  @Test
  void read_hostsOfACluster_saysWhereTheNumberBelongs() {
    assertThatThrownBy(() -> read("[{slurm: {partition: gpu}, hosts: 4}]"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("evo.yaml:2")
        .hasMessageContaining("'slurm' (with 'nodes' in it)");
  }

  @Test
  void read_silenceBelowTheHeartbeats_saysLineAndBound() {
    assertThatThrownBy(() -> read("[{launch: ssh, lost_after: 1s}]"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("evo.yaml:2")
        .hasMessageContaining("lost_after (--fleet-lost) must be ≥ 5 s");
  }

  @Test
  void read_blankLine_isRefused() {
    assertThatThrownBy(() -> read("[{launch: ' '}]"))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("ssh gpu-2 evo worker");
  }

  /** A stored job of evo 0.2 stays readable; only a session on its fleet is refused. */
  @Test
  void check_addressOfABroker_saysTheLaunchLine() throws IOException {
    Job job = read("{listen: '127.0.0.1:9465'}");
    FleetSection fleet = job.section(FleetSection.class).orElseThrow();
    assertThatThrownBy(() -> fleet.check(job))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("ssh HOST evo worker");
  }
}
