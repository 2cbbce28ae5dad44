package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on the devices of workers, which are processes with folders and locks of their own. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class FleetRunIT {

  private static final int EVALUATIONS = 12;
  private static final Duration LONG = Duration.ofMinutes(3);

  @TempDir Path folder;
  private int port;

  @BeforeEach
  void findPort() throws IOException {
    Saxpy.assumeCompiler();
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
  }

  private Workspace workspace() throws IOException {
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: " + EVALUATIONS + "}\n");
    return workspace;
  }

  private ChildEvo coordinator(Workspace workspace, String... more) throws IOException {
    var arguments =
        new ArrayList<>(List.of("run", "--fleet", "127.0.0.1:" + port, "--fleet-lost", "8s"));
    arguments.addAll(List.of(more));
    return ChildEvo.start(workspace, arguments.toArray(String[]::new));
  }

  private ChildEvo worker(Workspace workspace, String name, String... more) throws IOException {
    var arguments =
        new ArrayList<>(
            List.of("worker", "--join", "evo://127.0.0.1:" + port, "--device", "cpu", "--once"));
    arguments.addAll(List.of("--name", name, "--folder", "worker-" + name));
    arguments.addAll(List.of(more));
    return ChildEvo.start(
        workspace,
        Map.of("EVO_LOCKS", folder.resolve("locks-" + name).toString()),
        arguments.toArray(String[]::new));
  }

  private static void isComplete(Workspace workspace) {
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.finals()).isPresent();
    assertThat(history.candidates()).hasSize(EVALUATIONS);
    assertThat(configurations(history)).doesNotHaveDuplicates();
    assertThat(history.candidates()).allMatch(candidate -> candidate.evaluation().isPresent());
    assertThat(history.candidates())
        .as("attempted once more than needed: what was lost with its host, if anything was")
        .allMatch(candidate -> candidate.attempts() <= 2)
        .filteredOn(candidate -> candidate.attempts() == 2)
        .hasSizeLessThan(2);
    assertThat(history.candidates())
        .filteredOn(candidate -> candidate.configuration().toString().contains("WAY=plain"))
        .as("configurations that are right")
        .isNotEmpty()
        .allMatch(candidate -> candidate.measured().isPresent());
    assertThat(history.flags().exclusions()).isEmpty();
  }

  private static List<Configuration> configurations(RunHistory history) {
    return history.candidates().stream().map(Candidate::configuration).toList();
  }

  @Test
  void run_oneOfTwoWorkersKilled_endsWithEveryCandidateRecordedOnce()
      throws IOException, InterruptedException {
    Workspace workspace = workspace();
    try (ChildEvo coordinator = coordinator(workspace);
        ChildEvo first = worker(workspace, "first");
        ChildEvo second = worker(workspace, "second")) {
      coordinator.until(
          () -> coordinator.out().contains("takes part from now on") && workspace.finished() > 2);
      first.kill();

      assertThat(coordinator.endsWithin(LONG)).as("%s", coordinator.out()).isTrue();
      assertThat(coordinator.await()).as("%s", coordinator.err()).isZero();
      assertThat(second.await()).as("%s", second.out()).isZero();
      assertThat(coordinator.out()).contains("Host 'first' was lost: it was silent for 8 s.");
      isComplete(workspace);
    }
  }

  /** Killed in mid-run, so that one session shows both: that there are two, and that both go on. */
  @Test
  void resume_latestOfTwoModels_goesOnWithTheRunOfEach() throws IOException, InterruptedException {
    Workspace workspace = workspace();
    try (ChildEvo first = worker(workspace, "first");
        ChildEvo second = worker(workspace, "second", "--apart", "capped")) {
      try (ChildEvo coordinator = coordinator(workspace)) {
        coordinator.until(() -> runs(workspace).stream().filter(one -> one > 2).count() == 2);
        coordinator.kill();
      }
      try (ChildEvo coordinator = coordinator(workspace, "--resume", "latest")) {
        assertThat(coordinator.endsWithin(LONG)).as("%s", coordinator.out()).isTrue();
        assertThat(coordinator.await()).as("%s", coordinator.err()).isZero();
        assertThat(coordinator.out()).contains("(capped): run saxpy-", "[", "evo show saxpy-");
      }
      assertThat(first.await()).as("%s", first.out()).isZero();
      assertThat(second.await()).as("%s", second.out()).isZero();
    }
    try (var store = ResultStore.openReadOnly(workspace.database())) {
      List<StoredRun> runs = store.fleetOf("latest");
      assertThat(runs).hasSize(2).allMatch(one -> one.status() == RunStatus.FINISHED);
      assertThat(runs)
          .extracting(one -> one.provenance().device().model().endsWith("(capped)"))
          .containsExactlyInAnyOrder(true, false);
      for (StoredRun run : runs) {
        RunHistory history = store.history(run.id());
        assertThat(configurations(history)).hasSize(EVALUATIONS).doesNotHaveDuplicates();
        assertThat(history.finals()).isPresent();
        assertThat(store.folder(run.id()).path().resolve("report.html")).exists();
      }
    }
  }

  /** The evaluations of each run. */
  private static List<Long> runs(Workspace workspace) {
    if (!workspace.hasRun()) {
      return List.of();
    }
    try (var store = ResultStore.openReadOnly(workspace.database())) {
      return store.runs().stream()
          .map(
              run ->
                  store.candidates(run.id()).stream()
                      .filter(one -> one.evaluation().isPresent())
                      .count())
          .toList();
    }
  }

  @Test
  void run_withoutFleet_loadsNoClassOfTheBroker() throws IOException, InterruptedException {
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 1}\n");
    Path classes = folder.resolve("classes-%p.log");
    try (ChildEvo run =
        ChildEvo.start(
            workspace, Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + classes), "run")) {
      assertThat(run.await()).as("%s", run.err()).isZero();
      String loaded = Files.readString(folder.resolve("classes-" + run.pid() + ".log"));
      assertThat(loaded)
          .contains("dev.evokernel.run.TuningRun")
          .doesNotContain("org.apache.activemq", "io.netty");
    }
  }

  @Test
  void resume_coordinatorKilled_findsTheWorkerAgain() throws IOException, InterruptedException {
    Workspace workspace = workspace();
    try (ChildEvo worker = worker(workspace, "first")) {
      try (ChildEvo coordinator = coordinator(workspace)) {
        coordinator.until(() -> workspace.finished() > 2);
        coordinator.kill();
      }
      List<Candidate> before = workspace.history().candidates();
      try (ChildEvo coordinator = coordinator(workspace, "--resume", "latest")) {
        assertThat(coordinator.endsWithin(LONG)).as("%s", coordinator.out()).isTrue();
        assertThat(coordinator.await()).as("%s", coordinator.err()).isZero();
      }
      RunHistory history = workspace.history();
      assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
      assertThat(configurations(history)).hasSize(EVALUATIONS).doesNotHaveDuplicates();
      assertThat(history.candidates())
          .containsAll(before.stream().filter(one -> one.evaluation().isPresent()).toList());
      assertThat(worker.await()).as("%s", worker.out()).isZero();
    }
  }
}
