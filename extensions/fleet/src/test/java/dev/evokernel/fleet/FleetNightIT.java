package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.ChildEvo;
import dev.evokernel.cli.Workspace;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunStatus;
import dev.evokernel.text.YamlText;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A night of a job whose workers lend devices of two models. */
@Tag("full")
final class FleetNightIT {

  private static final Pattern RUN = Pattern.compile("run=\"([^\"]+)\"");

  @TempDir private Path folder;

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String worker(String name, String more) {
    return "export CC='%s'; %s".formatted(folder.resolve("cc"), WorkerLine.of(folder, name, more));
  }

  /** So that no run ends before both have begun: it waits for a file. */
  private void makeWaitingCompiler() throws IOException {
    Path compiler =
        Files.writeString(
            folder.resolve("cc"),
            """
            #!/bin/sh
            case "$*" in *-DBLOCK=*) while [ ! -e '%s' ]; do sleep 0.1; done ;; esac
            exec cc "$@"
            """
                .formatted(folder.resolve("go")));
    Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The runs that the endpoint has metrics of. */
  private static Set<String> measured(int port) {
    var runs = new HashSet<String>();
    try (var page = URI.create("http://localhost:" + port + "/metrics").toURL().openStream()) {
      RUN.matcher(new String(page.readAllBytes(), StandardCharsets.UTF_8))
          .results()
          .forEach(found -> runs.add(found.group(1)));
    } catch (ConnectException e) {
      return runs; // It does not listen yet.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return runs;
  }

  @Test
  void night_ofAFleetOfTwoModels_runsOneForEachAndServesTheMetricsOfBoth()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    int metrics = freePort();
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 10}\n");
    workspace.withoutLimits();
    workspace.append("metrics: {prometheus: " + metrics + "}\n");
    makeWaitingCompiler();
    workspace.append(
        "fleet: %s\n"
            .formatted(
                YamlText.of(
                    List.of(
                        Map.of("launch", worker("first", "")),
                        Map.of("launch", worker("second", "--apart capped"))))));
    Files.writeString(folder.resolve("night.yaml"), "wall: 9h\njobs: [{config: evo.yaml}]\n");
    try (ChildEvo night = ChildEvo.start(workspace, "night", "night.yaml")) {
      assertThat(night.until(() -> measured(metrics).size() == 2)).as(night.out()).isTrue();
      Files.createFile(folder.resolve("go"));
      assertThat(night.endsWithin(Duration.ofMinutes(10))).as(night.out()).isTrue();
      assertThat(night.await()).as(night.out() + night.err()).isZero();
      assertThat(night.out()).contains("(capped): run saxpy-", "nights/night.html");
    }
    try (var store = ResultStore.openReadOnly(workspace.database())) {
      assertThat(store.runs()).hasSize(2).allMatch(run -> run.status() == RunStatus.FINISHED);
    }
    assertThat(folder.resolve("results/nights/night.html")).content().contains("2 runs");
  }
}
