package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.RunStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on a small file system of its own, which fills up and is then made larger. */
@Tag("nightly")
final class FullDiskIT {

  private static final String EVO =
      "'%s' -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp '%s' %s"
          .formatted(
              Path.of(System.getProperty("java.home"), "bin", "java"),
              System.getProperty("java.class.path"),
              Evo.class.getName());

  @TempDir Path folder;

  @Test
  void run_diskThatFillsUp_stopsWithOneMessageAndGoesOnWhenThereIsRoom()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    assumeTrue(inNamespace("true") == 0, "no mount namespaces for this user");
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 24}\n");
    Files.createDirectory(workspace.results());

    int status =
        inNamespace(
            """
            mount -t tmpfs -o size=400k none results
            EVO run > out 2> err; echo $? > code
            mount -o remount,size=64m results
            cp results/evo.db* .
            EVO run --resume latest > resumed 2>&1
            code=$?
            mkdir after && cp results/evo.db* after
            exit $code
            """
                .replace("EVO", EVO));

    assertThat(folder.resolve("code")).content().as("%s", read("err")).isEqualTo("2\n");
    assertThat(read("err").lines()).hasSize(1).allMatch(line -> line.contains("is full"));
    assertThat(status).as("%s", read("resumed")).isIn(Execution.FINISHED);
    RunHistory stopped = history(folder);
    RunHistory after = history(folder.resolve("after"));
    assertThat(after.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(after.candidates()).hasSize(24);
    assertThat(after.candidates())
        .containsAll(
            stopped.candidates().stream().filter(one -> one.evaluation().isPresent()).toList());
  }

  private static RunHistory history(Path folder) {
    try (var store = ResultStore.open(folder.resolve(ResultStore.FILE_NAME))) {
      return store.history("latest");
    }
  }

  private String read(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  /** Root needs no user namespace for that; others do. */
  private int inNamespace(String script) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("script"), script);
    boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    List<String> command =
        List.of("unshare", root ? "-m" : "-Urm", "sh", file.toAbsolutePath().toString());
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(new File(folder.toFile(), "script.log"))
              .start();
      return process.waitFor(5, TimeUnit.MINUTES) ? process.exitValue() : -1;
    } catch (IOException e) {
      return -1; // There is no unshare on this machine.
    }
  }
}
