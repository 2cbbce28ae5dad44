package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.ChildEvo;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs on workers in the jobs of a cluster: of Slurm, skipped where it is not installed, and of a
 * script that stands in for {@code kubectl}.
 */
@Tag("full")
final class ClusterRunIT {

  private static final int EVALUATIONS = 12;

  @TempDir Path folder;

  @BeforeEach
  void requireCompiler() {
    Saxpy.assumeCompiler();
  }

  private Workspace workspace(String fleet) throws IOException {
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: %d}\nfleet: [%s]\n".formatted(EVALUATIONS, fleet));
    return workspace;
  }

  private Workspace onSlurm(int nodes) throws IOException {
    return workspace(
        "{slurm: {partition: gpu, nodes: %d, time: 1h, worker: '%s'}}"
            .formatted(nodes, WorkerLine.of(folder, "$SLURMD_NODENAME", "").replace("'", "''")));
  }

  private static void isComplete(ChildEvo run, Workspace workspace) throws InterruptedException {
    assertThat(run.await()).as("%s%n%s", run.out(), run.err()).isIn(Execution.FINISHED);
    assertThat(workspace.history().run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(workspace.history().finals()).isPresent();
    assertThat(workspace.history().candidates()).hasSize(EVALUATIONS);
  }

  /** Waits in the queue, measures on both nodes, and gives them back. */
  @Test
  void run_onSlurm_saysWhatItWaitsForAndGivesTheNodesBack()
      throws IOException, InterruptedException {
    try (SlurmCluster slurm = SlurmCluster.start(folder.resolve("slurm"))) {
      slurm.occupy("gpu", 2);
      Workspace workspace = onSlurm(2);
      try (ChildEvo run = ChildEvo.start(workspace, slurm.environment(), "run")) {
        assertThat(run.until(() -> run.out().contains("is PENDING (Resources)")))
            .as("%s%n%s", run.out(), run.err())
            .isTrue();
        slurm.free();
        isComplete(run, workspace);
        assertThat(run.out()).contains("Host 'node1' joined", "Host 'node2' joined");
        slurm.await(() -> slurm.jobs().isEmpty());
      }
    }
  }

  /** A job that Slurm ends for another is asked for again, and the run goes on in it. */
  @Test
  void run_jobPreempted_waitsForTheNextOneAndGoesOn() throws IOException, InterruptedException {
    try (SlurmCluster slurm = SlurmCluster.start(folder.resolve("slurm"))) {
      Workspace workspace = onSlurm(1);
      try (ChildEvo run = ChildEvo.start(workspace, slurm.environment(), "run")) {
        assertThat(run.until(() -> workspace.finished() > 2)).as("%s", run.err()).isTrue();
        slurm.occupy("urgent", 2);
        assertThat(run.until(() -> run.out().contains("is PENDING (")))
            .as("%s%n%s", run.out(), run.err())
            .isTrue();
        slurm.free();
        isComplete(run, workspace);
        slurm.await(() -> slurm.jobs().isEmpty());
      }
    }
  }

  /** No job outlives a killed coordinator, neither one that runs nor one that waits. */
  @Test
  void run_coordinatorKilled_leavesNoJob() throws IOException, InterruptedException {
    try (SlurmCluster slurm = SlurmCluster.start(folder.resolve("slurm"))) {
      slurm.occupy("gpu", 1);
      Workspace workspace = onSlurm(2);
      try (ChildEvo run = ChildEvo.start(workspace, slurm.environment(), "run")) {
        assertThat(run.until(() -> workspace.finished() > 2)).as("%s", run.err()).isTrue();
        assertThat(slurm.jobs())
            .anyMatch(job -> job.endsWith("RUNNING"))
            .anyMatch(job -> job.endsWith("PENDING"));
        run.kill();
      }
      slurm.await(() -> slurm.jobs().isEmpty());
      slurm.free();
      try (ChildEvo run =
          ChildEvo.start(workspace, slurm.environment(), "run", "--resume", "latest")) {
        isComplete(run, workspace);
      }
    }
  }

  @Test
  void run_partitionThatSlurmDoesNotHave_endsWithItsWords()
      throws IOException, InterruptedException {
    try (SlurmCluster slurm = SlurmCluster.start(folder.resolve("slurm"));
        ChildEvo run =
            ChildEvo.start(
                Workspace.in(folder),
                slurm.environment(),
                "run",
                "--fleet",
                "slurm --partition=nowhere")) {
      assertThat(run.await()).isEqualTo(2);
      assertThat(run.err())
          .contains("'slurm --partition=nowhere' ended with status 1")
          .contains("Invalid partition name specified");
    }
  }

  @Test
  void run_withoutTheProgramOfTheCluster_saysWhichOne() throws IOException, InterruptedException {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    Files.createSymbolicLink(programs.resolve("bash"), Path.of("/bin/bash"));
    try (ChildEvo run =
        ChildEvo.start(
            Workspace.in(folder),
            Map.of("PATH", programs.toString()),
            "run",
            "--fleet",
            "slurm --partition=gpu")) {
      assertThat(run.await()).isEqualTo(2);
      assertThat(run.err())
          .contains("'slurm --partition=gpu' ended with status 127")
          .contains("'srun' is not installed here, or not in PATH");
    }
  }

  /** The stand-in takes a job, is pending for a while, and runs the job's command when attached. */
  @Test
  void run_onAStandInForKubernetes_startsAWorkerInAJobAndDeletesIt()
      throws IOException, InterruptedException {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path kubectl =
        Files.writeString(
            bin.resolve("kubectl"),
            """
            #!/bin/bash
            cd "$(dirname "$0")"
            echo "$*" >> calls
            case $2 in
              create) cat > job.json ;;
              get)
                echo >> asked
                if [[ $(wc -l < asked) -lt 3 ]]; then
                  printf 'Pending 0/3 nodes are available: 3 Insufficient nvidia.com/gpu'
                else
                  printf 'Running '
                fi ;;
              attach)
                command=$(sed -n 's/.*"command": \\["sh", "-c", "\\(.*\\)"\\],$/\\1/p' job.json)
                exec sh -c "$(sed 's/\\\\"/"/g' <<< "$command")" ;;
            esac
            """);
    assertThat(kubectl.toFile().setExecutable(true)).isTrue();
    Workspace workspace =
        workspace(
            "{kubernetes: {image: 'kernels/evo:0.2', gpus: 1, time: 1h, options: --namespace=tuning, worker: '%s'}}"
                .formatted(WorkerLine.of(folder, "pod", "").replace("'", "''")));
    Map<String, String> path = Map.of("PATH", bin + ":" + System.getenv("PATH"));
    try (ChildEvo run = ChildEvo.start(workspace, path, "run")) {
      isComplete(run, workspace);
      assertThat(run.out())
          .contains("is pending: 0/3 nodes are available: 3 Insufficient nvidia.com/gpu.")
          .contains("Host 'pod' joined");
    }
    assertThat(Files.readString(bin.resolve("job.json")))
        .contains("\"image\": \"kernels/evo:0.2\"", "\"nvidia.com/gpu\": 1")
        .contains("\"activeDeadlineSeconds\": 3600,");
    assertThat(Files.readAllLines(bin.resolve("calls")))
        .allMatch(call -> call.startsWith("--namespace=tuning "))
        .anyMatch(call -> call.contains(" delete job evo-"));
  }

  /** A worker that is stopped while its coordinator dies is ended by the next worker. */
  @Test
  void resume_workerStoppedAndCoordinatorKilled_endsTheStoppedWorker()
      throws IOException, InterruptedException {
    String line = WorkerLine.of(folder, "first", "");
    Workspace workspace = workspace("{launch: '%s'}".formatted(line.replace("'", "''")));
    List<ProcessHandle> stopped = List.of();
    try (ChildEvo run = ChildEvo.start(workspace, "run")) {
      assertThat(run.until(() -> workspace.finished() > 2)).as("%s", run.err()).isTrue();
      stopped = ProcessHandle.of(run.pid()).orElseThrow().children().toList();
      for (ProcessHandle worker : stopped) {
        String pid = Long.toString(worker.pid());
        assertThat(new ProcessBuilder("kill", "-STOP", pid).start().waitFor()).isZero();
      }
      run.signal("KILL");
      assertThat(run.endsWithin(Duration.ofMinutes(1))).isTrue();
      assertThat(stopped).isNotEmpty().allMatch(ProcessHandle::isAlive);
      try (ChildEvo resumed = ChildEvo.start(workspace, "run", "--resume", "latest")) {
        isComplete(resumed, workspace);
      }
      assertThat(stopped).noneMatch(ProcessHandle::isAlive);
    } finally {
      stopped.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
