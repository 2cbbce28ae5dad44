package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.ChildEvo;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on the devices of workers behind launch lines, each with device locks of its own. */
final class FleetRunIT {

  private static final int EVALUATIONS = 12;
  private static final Duration LONG = Duration.ofMinutes(10);

  @TempDir Path folder;

  @BeforeEach
  void requireCompiler() {
    Saxpy.assumeCompiler();
  }

  private Workspace workspace() throws IOException {
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: " + EVALUATIONS + "}\n");
    return workspace;
  }

  private ChildEvo run(Workspace workspace, List<String> names, String... more) throws IOException {
    var arguments = new ArrayList<>(List.of("run"));
    arguments.addAll(List.of(more));
    for (String name : names) {
      arguments.addAll(List.of("--fleet", WorkerLine.of(folder, name, "")));
    }
    arguments.addAll(List.of("--fleet-lost", "8s"));
    return ChildEvo.start(workspace, arguments.toArray(String[]::new));
  }

  private static void endsWell(ChildEvo run) throws InterruptedException {
    assertThat(run.endsWithin(LONG)).as("%s", run.out()).isTrue();
    assertThat(run.await()).as("%s", run.err()).isIn(Execution.FINISHED);
  }

  private static void isComplete(Workspace workspace) {
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(history.finals()).isPresent();
    assertThat(history.candidates())
        .hasSize(EVALUATIONS)
        .allMatch(candidate -> candidate.evaluation().isPresent())
        .extracting(Candidate::configuration)
        .doesNotHaveDuplicates();
  }

  /** Every process of the hosts: with a fleet, the coordinator has no other. */
  private static Stream<ProcessHandle> workers(ChildEvo run) {
    return ProcessHandle.of(run.pid()).stream().flatMap(ProcessHandle::descendants);
  }

  @Test
  void run_onTwoHosts_evaluatesOnBothAndEndsTheirWorkers()
      throws IOException, InterruptedException {
    Workspace workspace = workspace();
    try (ChildEvo run = run(workspace, List.of("first", "second"))) {
      endsWell(run);
      assertThat(run.out()).contains("Host 'first' joined", "Host 'second' joined");
    }
    isComplete(workspace);
  }

  /** The only host is killed in mid-run: its line is started again, and nothing is lost. */
  @Test
  @Tag("full")
  void run_workerKilled_goesOnWithTheHostThatComesBack() throws IOException, InterruptedException {
    Workspace workspace = workspace();
    try (ChildEvo run = run(workspace, List.of("first"))) {
      assertThat(run.until(() -> workspace.finished() > 2)).isTrue();
      workers(run).forEach(ProcessHandle::destroyForcibly);
      endsWell(run);
      assertThat(run.out()).contains("It is started again in 1 s.");
    }
    isComplete(workspace);
  }

  @Test
  @Tag("full")
  void resume_coordinatorKilled_keepsWhatIsOnRecord() throws IOException, InterruptedException {
    Workspace workspace = workspace();
    try (ChildEvo run = run(workspace, List.of("first"))) {
      assertThat(run.until(() -> workspace.finished() > 2)).isTrue();
      run.kill();
    }
    long before = workspace.finished();
    try (ChildEvo run = run(workspace, List.of("first"), "--resume", "latest")) {
      endsWell(run);
    }
    assertThat(before).isPositive();
    isComplete(workspace);
  }

  @Tag("full")
  @Test
  void run_lineThatStartsNoWorker_endsWithTheLineAndItsLastWords()
      throws IOException, InterruptedException {
    try (ChildEvo run =
        ChildEvo.start(workspace(), "run", "--fleet", "echo 'no route to host' >&2; exit 7")) {
      assertThat(run.await()).isEqualTo(2);
      assertThat(run.err())
          .contains("No worker of the fleet could be started.")
          .contains("exit 7' ended with status 7. Its last words: no route to host");
    }
  }

  private static Execution add(Workspace workspace) {
    return Execution.of(
        "fleet", "add", "ssh gpu-9 evo worker", "--results", workspace.results().toString());
  }

  @Tag("full")
  @Test
  void add_toARunThatNoHostCanJoin_saysWhyAndWhatElse() throws IOException, InterruptedException {
    Workspace workspace = Workspace.in(folder);
    Path hung = folder.resolve("hung");
    var environment = new HashMap<>(workspace.endless(hung));
    environment.put("EVO_LOCKS", folder.resolve("locks").toString());
    try (ChildEvo run = ChildEvo.start(workspace, environment, "run", "--wall", "10m")) {
      assertThat(run.until(() -> Files.exists(hung) && workspace.finished() >= 1))
          .as("%s", run.err())
          .isTrue();
      Execution refused = add(workspace);
      assertThat(refused.code()).isEqualTo(2);
      assertThat(refused.err()).contains("has no fleet: it measures on this machine");
      Files.delete(folder.resolve("hang")); // So that the compiler ends with the run.
      run.kill();
    }
    assertThat(add(workspace).err())
        .contains("is not under way (killed)", "run --resume saxpy-")
        .contains("--fleet 'ssh gpu-9 evo worker'");
    assertThat(workspace.results()).isDirectoryNotContaining("glob:**fleet-added");
  }

  @Test
  @Tag("full")
  void add_toARunUnderWay_joins() throws IOException, InterruptedException {
    Workspace workspace = workspace();
    try (ChildEvo run = run(workspace, List.of("first"))) {
      assertThat(run.until(() -> workspace.finished() > 1)).isTrue();
      String results = workspace.results().toString();
      String line = WorkerLine.of(folder, "second", "");
      assertThat(Execution.of("fleet", "add", line, "--results", results).code()).isZero();
      endsWell(run);
      assertThat(run.out()).contains("Host 'second' joined");
    }
    isComplete(workspace);
  }

  /** Whatever vanishes from a host's cache is compiled there again, the reference included. */
  @Test
  @Tag("full")
  void run_cacheOfTheHostDeleted_goesOn() throws IOException, InterruptedException {
    Workspace workspace = workspace();
    try (ChildEvo run = run(workspace, List.of("first"))) {
      assertThat(run.until(() -> workspace.finished() > 2)).isTrue();
      deleteFiles(folder.resolve("worker/cache"));
      endsWell(run);
    }
    isComplete(workspace);
    try (var store = ResultStore.openReadOnly(workspace.database())) {
      assertThat(store.history(workspace.history().run().id()).candidates())
          .noneMatch(candidate -> candidate.outcomeLabel().contains("launch"));
    }
  }

  private static void deleteFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
