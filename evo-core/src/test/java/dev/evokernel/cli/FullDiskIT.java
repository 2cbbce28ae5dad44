package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on a small file system of its own, which fills up and is then made larger. */
@Tag("full")
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
            mount -t tmpfs -o size=560k none results
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
    assertThat(read("err").lines())
        .hasSize(1)
        .allMatch(line -> line.contains("is full") && line.contains("run --resume saxpy-"));
    assertThat(status).as("%s", read("resumed")).isIn(Execution.FINISHED);
    RunHistory stopped = history(folder);
    RunHistory after = history(folder.resolve("after"));
    assertThat(after.run().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(after.candidates()).hasSize(24);
    assertThat(after.candidates())
        .containsAll(
            stopped.candidates().stream().filter(one -> one.evaluation().isPresent()).toList());
  }

  /** The results have room for all but the expected outputs. */
  @Test
  void run_noRoomForExpectedOutputs_namesTheFolderInOneMessage()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    assumeTrue(inNamespace("true") == 0, "no mount namespaces for this user");
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 4}\n");
    Path kernel = folder.resolve("saxpy/kernel.yaml");
    Files.writeString(kernel, Files.readString(kernel).replaceAll("N: 4096", "N: 500000"));
    Files.createDirectory(workspace.results());

    inNamespace(
        """
        mount -t tmpfs -o size=1m none results
        EVO run > out 2> err; echo $? > code
        """
            .replace("EVO", EVO));

    assertThat(folder.resolve("code")).content().as("%s", read("err")).isEqualTo("2\n");
    assertThat(read("err").lines())
        .hasSize(1)
        .allMatch(line -> line.contains("results/cache/expected: No space left on device"));
  }

  /** A compiler finds the disk full at the reference, before the run, or at a configuration. */
  @Test
  void run_compilerWithoutRoom_advisesToResumeOnlyARunThatBegan()
      throws IOException, InterruptedException {
    Saxpy.assumeCompiler();
    Workspace workspace = Workspace.in(folder);
    workspace.append("budget: {evaluations: 4}\n");
    for (String failing : List.of("reference.c", "-DPASSES=1")) {
      Path compiler = folder.resolve("full");
      Files.writeString(
          compiler,
          """
          #!/bin/sh
          case "$*" in *%s*) echo "No space left on device" >&2; exit 1;; esac
          exec cc "$@"
          """
              .formatted(failing));
      Files.setPosixFilePermissions(compiler, PosixFilePermissions.fromString("rwxr-xr-x"));
      int status = run(List.of("sh"), "CC=$PWD/full EVO run > out 2> err\n".replace("EVO", EVO));
      assertThat(status).as(read("err")).isEqualTo(2);
      assertThat(read("err").lines())
          .hasSize(1)
          .allMatch(line -> line.contains("Free some space and try again"));
      if (failing.equals("reference.c")) {
        assertThat(read("err")).doesNotContain("resume");
      } else {
        assertThat(read("err")).contains("evo run --resume " + workspace.history().run().id());
      }
    }
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
    boolean root = Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    return run(List.of("unshare", root ? "-m" : "-Urm", "sh"), script);
  }

  private int run(List<String> shell, String script) throws IOException, InterruptedException {
    var command = new ArrayList<>(shell);
    command.add(Files.writeString(folder.resolve("script"), script).toAbsolutePath().toString());
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
