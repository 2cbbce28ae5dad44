package dev.evokernel.fleet.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.ChildEvo;
import dev.evokernel.cli.Execution;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a coordinator and its workers refuse, each with one message and exit code 2. */
final class FleetRefusalIT {

  @TempDir static Path folder;
  private static int port;
  private static Workspace workspace;
  private static ChildEvo coordinator;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 1}\n");
    certificates("certificates");
    certificates("others");
    coordinator =
        ChildEvo.start(
            workspace,
            Map.of("EVO_LOCKS", folder.resolve("locks").toString()),
            "run",
            "--fleet",
            "localhost:" + port,
            "--tls",
            "certificates");
    assertThat(coordinator.until(() -> coordinator.out().contains("Waiting for a worker")))
        .as("%s", coordinator.err())
        .isTrue();
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  private static void certificates(String name) {
    String to = folder.resolve(name).toString();
    Execution made = Execution.of("fleet", "certificates", "--to", to, "--worker", "node");
    assertThat(made.code()).as(made.err()).isZero();
  }

  private static ChildEvo worker(String certificates, Map<String, String> more) throws IOException {
    var arguments = new ArrayList<>(List.of("worker", "--join", "evo://localhost:" + port));
    arguments.addAll(List.of("--tls", certificates + "/workers/node"));
    arguments.addAll(List.of("--device", "cpu", "--name", "node", "--once"));
    return ChildEvo.start(workspace, more, arguments.toArray(String[]::new));
  }

  /** Ends with 2, and says why in one line. */
  private static void isRefused(ChildEvo child, String... why) throws InterruptedException {
    assertThat(child.await()).as("%s%n%s", child.out(), child.err()).isEqualTo(2);
    assertThat(child.err().lines().filter(line -> !line.startsWith("NOTE: Picked up")))
        .as("one message")
        .hasSize(1);
    assertThat(child.err()).contains(why);
  }

  @Test
  void run_portOfAnotherCoordinator_namesItsRun() throws IOException, InterruptedException {
    try (ChildEvo second =
        ChildEvo.start(
            workspace,
            Map.of("EVO_LOCKS", folder.resolve("locks").toString()),
            "run",
            "--fleet",
            "localhost:" + port,
            "--tls",
            "certificates")) {
      isRefused(
          second,
          "Maybe another run uses the port. Name another port",
          "Port %d is used by run 'new' (process %d".formatted(port, coordinator.pid()));
    }
    assertThat(coordinator.isAlive()).isTrue();
  }

  @Test
  void worker_certificateOfAnotherAuthority_isTold() throws IOException, InterruptedException {
    try (ChildEvo worker = worker("others", Map.of())) {
      isRefused(
          worker, "TLS between the coordinator at", "of another authority than this worker's");
    }
  }

  @Test
  void worker_ofAnotherVersion_isToldBoth() throws IOException, InterruptedException {
    Path version = folder.resolve("older/dev/evokernel/tuning/device/version.properties");
    Files.createDirectories(version.getParent());
    Files.writeString(version, "version=0.0.1\n");
    String older = "-Xbootclasspath/a:" + folder.resolve("older");
    try (ChildEvo worker = worker("certificates", Map.of("JDK_JAVA_OPTIONS", older))) {
      isRefused(worker, "this worker evo 0.0.1", "Install evo");
      coordinator.until(() -> coordinator.out().contains("A worker was refused"));
    }
    assertThat(coordinator.isAlive()).isTrue();
  }
}
