package dev.evokernel.fleet.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.ChildEvo;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.Protocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Runs on the devices of workers, which are processes with folders and locks of their own. */
final class FleetRunIT {

  private static final int EVALUATIONS = 12;
  private static final List<String> HOSTS = List.of("first", "second", "third");
  private static final String SYSTEM_CALLS =
      """
      #include <signal.h>
      #include <stdint.h>
      #include <unistd.h>
      """;
  private static final Duration LONG = Duration.ofMinutes(10);

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
        new ArrayList<>(List.of("run", "--fleet", "localhost:" + port, "--fleet-lost", "8s"));
    arguments.addAll(List.of(more));
    return ChildEvo.start(workspace, arguments.toArray(String[]::new));
  }

  private ChildEvo worker(Workspace workspace, String name, String... more) throws IOException {
    var arguments = new ArrayList<>(List.of("worker", "--join", "evo://localhost:" + port));
    arguments.addAll(List.of("--device", "cpu", "--name", name, "--folder", "worker-" + name));
    arguments.add("--once");
    arguments.addAll(List.of(more));
    return ChildEvo.start(
        workspace,
        Map.of("EVO_LOCKS", folder.resolve("locks-" + name).toString()),
        arguments.toArray(String[]::new));
  }

  private ChildEvo workerWithTls(Workspace workspace, String name) throws IOException {
    return worker(workspace, name, "--tls", "certificates/workers/" + name);
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

  private static Path withSystemCalls(Workspace workspace) throws IOException {
    Path source = workspace.folder().resolve("saxpy/saxpy.c");
    workspace.edit(source, "#include <stdint.h>", SYSTEM_CALLS);
    return source;
  }

  /** One candidate kills the worker that evaluates it. */
  private Workspace poisoned() throws IOException {
    Workspace workspace = workspace();
    workspace.append("seeding: {configurations: [{PASSES: 1, WAY: segfault}]}\n");
    Path source = withSystemCalls(workspace);
    workspace.edit(source, "*(volatile int *)(uintptr_t)sink = 1;", "kill(getppid(), SIGKILL);");
    return workspace;
  }

  /** The default kills the first worker, the only one so far; the second measures it instead. */
  @Test
  @Tag("nightly")
  void run_firstWorkerKilledBeforeTheDefault_goesOnWithTheNextAsTheReference()
      throws IOException, InterruptedException {
    Workspace workspace = workspace();
    workspace.edit(
        withSystemCalls(workspace),
        "static volatile int32_t sink;",
        """
        static volatile int32_t sink;
          extern char *getenv(const char *), *strstr(const char *, const char *);
          if (strstr(getenv("EVO_LOCKS"), "locks-first")) kill(getppid(), SIGKILL);\
        """);
    try (ChildEvo coordinator = coordinator(workspace);
        ChildEvo first = worker(workspace, "first")) {
      assertThat(first.await()).as("%s", first.out()).isNotZero();
      try (ChildEvo second = worker(workspace, "second")) {
        assertThat(coordinator.endsWithin(LONG)).as("%s", coordinator.out()).isTrue();
        assertThat(coordinator.await()).as("%s", coordinator.err()).isIn(Execution.FINISHED);
        assertThat(second.await()).as("%s", second.out()).isZero();
      }
      assertThat(coordinator.out())
          .containsPattern(
              "first/cpu.*second/cpu measures the default|second/cpu.*default in place of"
                  + " first/cpu");
    }
    isComplete(workspace);
  }

  private static List<Configuration> configurations(RunHistory history) {
    return history.candidates().stream().map(Candidate::configuration).toList();
  }

  @Test
  @Tag("nightly")
  void run_candidateThatKillsItsHost_costsTwoOfThreeWorkersWithTlsAndIsRecordedOnce()
      throws IOException, InterruptedException {
    Workspace workspace = poisoned();
    Execution made =
        Execution.of(
            "fleet",
            "certificates",
            "--to",
            folder.resolve("certificates").toString(),
            "--worker",
            String.join(",", HOSTS));
    assertThat(made.code()).as(made.err()).isZero();
    try (ChildEvo coordinator = coordinator(workspace, "--tls", "certificates");
        ChildEvo a = workerWithTls(workspace, HOSTS.get(0));
        ChildEvo b = workerWithTls(workspace, HOSTS.get(1));
        ChildEvo c = workerWithTls(workspace, HOSTS.get(2))) {
      assertThat(coordinator.endsWithin(LONG)).as("%s", coordinator.out()).isTrue();
      assertThat(coordinator.await()).as("%s", coordinator.err()).isIn(Execution.FINISHED);
      isComplete(workspace);
      List<String> lost =
          HOSTS.stream()
              .filter(host -> coordinator.out().contains("Host '" + host + "' was lost: it was"))
              .toList();
      assertThat(lost).as("%s", coordinator.out()).hasSize(2);
      assertThat(workspace.history().candidates())
          .filteredOn(one -> one.configuration().toString().contains("WAY=segfault"))
          .anySatisfy(
              poison -> {
                assertThat(poison.outcomeLabel()).isEqualTo("crash");
                assertThat(poison.evaluation().orElseThrow().outcome().toString())
                    .contains("2 devices were lost during this evaluation")
                    .contains(lost.get(0) + "/cpu", lost.get(1) + "/cpu");
              });
      assertThat(List.of(a.await(), b.await(), c.await())).containsOnlyOnce(0);
    }
  }

  /** Killed in mid-run, so that one session shows both: that there are two, and that both go on. */
  @Test
  @Tag("nightly")
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
        assertThat(coordinator.await()).as("%s", coordinator.err()).isIn(Execution.FINISHED);
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
      assertThat(run.await()).as("%s", run.err()).isIn(Execution.FINISHED);
      String loaded = Files.readString(folder.resolve("classes-" + run.pid() + ".log"));
      assertThat(loaded)
          .contains("dev.evokernel.run.TuningRun")
          .doesNotContain("org.apache.activemq", "io.netty");
    }
  }

  /** What a worker finished and the run has not recorded: the coordinator stands still. */
  private static Optional<JsonNode> unrecorded(Workspace workspace, Path outbox)
      throws IOException {
    List<Configuration> recorded =
        workspace.history().candidates().stream()
            .filter(one -> one.evaluation().isPresent())
            .map(Candidate::configuration)
            .toList();
    try (Stream<Path> files = Files.list(outbox)) {
      return files
          .filter(file -> file.toString().endsWith(".json"))
          .map(file -> Protocol.JSON.readTree(file.toFile()))
          .filter(kept -> !recorded.contains(configuration(kept)))
          .findFirst();
    }
  }

  private static Configuration configuration(JsonNode kept) {
    return Protocol.JSON.treeToValue(kept.at("/request/configuration"), Configuration.class);
  }

  @Test
  @Tag("nightly")
  void resume_coordinatorAndWorkerKilled_countsWhatTheWorkerHadFinished()
      throws IOException, InterruptedException {
    Workspace workspace = workspace();
    workspace.edit(
        withSystemCalls(workspace),
        "static volatile int32_t sink;",
        "static volatile int32_t sink;\n"
            + "  usleep(5000); /* so that evaluations are met under way */");
    Path outbox = folder.resolve("worker-first/outbox");
    Optional<JsonNode> kept = Optional.empty();
    List<Candidate> before;
    ChildEvo worker = worker(workspace, "first");
    try {
      try (ChildEvo coordinator = coordinator(workspace)) {
        for (long least = 2; kept.isEmpty(); least++) {
          long more = least;
          assertThat(coordinator.until(() -> workspace.finished() > more)).isTrue();
          coordinator.signal("STOP");
          for (int i = 0; i < 30 && kept.isEmpty(); i++) { // The worker ends what it has.
            assertThat(coordinator.endsWithin(Duration.ofMillis(100))).isFalse();
            kept = unrecorded(workspace, outbox);
          }
          if (kept.isEmpty()) {
            coordinator.signal("CONT");
          }
        }
        coordinator.kill();
      }
      before = workspace.history().candidates();
      worker.kill();
      worker = worker(workspace, "first");
      try (ChildEvo coordinator = coordinator(workspace, "--resume", "latest")) {
        assertThat(coordinator.endsWithin(LONG)).as("%s", coordinator.out()).isTrue();
        assertThat(coordinator.await()).as("%s", coordinator.err()).isIn(Execution.FINISHED);
      }
      assertThat(worker.await()).as("%s", worker.out()).isZero();
    } finally {
      worker.close();
    }
    RunHistory history = workspace.history();
    assertThat(history.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(configurations(history)).hasSize(EVALUATIONS).doesNotHaveDuplicates();
    assertThat(before)
        .filteredOn(one -> one.evaluation().isPresent())
        .allSatisfy(
            one ->
                contains(
                    history.candidate(one.number()).orElseThrow(),
                    one.evaluation().get().outcome()));
    Configuration finished = configuration(kept.get());
    Evaluated evaluated = Protocol.JSON.treeToValue(kept.get().at("/evaluated"), Evaluated.class);
    assertThat(history.candidates())
        .filteredOn(one -> one.configuration().equals(finished))
        .singleElement()
        .satisfies(one -> contains(one, evaluated.outcome())); // Taken, not evaluated again.
    assertThat(outbox).isEmptyDirectory();
  }

  /** Shapes that were left out may have been timed since. */
  private static void contains(Candidate candidate, Outcome before) {
    Outcome now = candidate.evaluation().orElseThrow().outcome();
    if (before instanceof Measured timed && now instanceof Measured more) {
      assertThat(more.measurements()).containsAll(timed.measurements());
    } else {
      assertThat(now).isEqualTo(before);
    }
  }
}
