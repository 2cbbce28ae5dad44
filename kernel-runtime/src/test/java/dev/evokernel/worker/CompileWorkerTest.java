package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CompileWorkerTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;

  @BeforeAll
  static void assumeCompiler() {
    WorkerFixture.assumeCompiler();
  }

  @Test
  void compile_rightThenBroken_givesBinaryThenTheCompilersWords() throws InterruptedException {
    var fixture = new WorkerFixture(folder);
    Configuration right = WorkerFixture.with("none");
    try (var worker =
        CompileWorker.start(fixture.launch(), fixture.compileJob(LIMIT), "compile-1")) {
      assertThat(worker.compilerVersion()).isNotBlank();
      assertThat(worker.reference().compiled().file()).exists();
      assertThat(worker.compile(right)).isInstanceOf(Compilation.Compiled.class);
      assertThat(worker.compile(right.with("BROKEN", Value.of(true))))
          .isInstanceOfSatisfying(
              Compilation.Failed.class,
              failed -> {
                assertThat(failed.log()).contains("told not to compile");
                assertThat(failed.timedOut()).isFalse();
              });
    }
  }

  @Test
  void compile_hangingCompiler_isStoppedWithItsChildrenAndTheWorkerGoesOn()
      throws InterruptedException, IOException {
    Path script = folder.resolve("slow-cc");
    Files.writeString(
        script,
        """
        #!/bin/sh
        if [ "$1" = --version ]; then echo "slow-cc 1.0"; exit 0; fi
        sleep 600
        """);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    var fixture = new WorkerFixture(folder);
    LaunchSpec launch = fixture.launch().withEnvironment("CC", script.toString());
    CompileJob job = fixture.compileJob(Duration.ofMillis(300));
    try (var worker = CompileWorker.start(launch, job, "compile-1")) {
      ProcessHandle process = ProcessHandle.of(worker.pid()).orElseThrow();

      Compilation compilation = worker.compile(WorkerFixture.with("none"));

      assertThat(compilation)
          .isInstanceOfSatisfying(
              Compilation.Failed.class,
              failed -> {
                assertThat(failed.timedOut()).isTrue();
                assertThat(failed.log()).contains("slow-cc 1.0");
              });
      assertThat(process.isAlive()).isTrue();
      assertThat(process.descendants()).isEmpty();
    }
  }

  @Test
  void start_missingCompiler_saysSo() {
    var fixture = new WorkerFixture(folder);
    LaunchSpec launch = fixture.launch().withEnvironment("CC", "/nowhere/cc");

    assertThatThrownBy(() -> CompileWorker.start(launch, fixture.compileJob(LIMIT), "compile-1"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("/nowhere/cc")
        .hasMessageContaining("apt-get install gcc");
  }

  @Test
  void compile_workerKilledFromOutside_startsAnother() throws InterruptedException {
    var fixture = new WorkerFixture(folder);
    try (var worker =
        CompileWorker.start(fixture.launch(), fixture.compileJob(LIMIT), "compile-1")) {
      ProcessHandle process = ProcessHandle.of(worker.pid()).orElseThrow();
      process.destroyForcibly();
      process.onExit().join();

      assertThat(worker.compile(WorkerFixture.with("none")))
          .isInstanceOf(Compilation.Compiled.class);
    }
  }
}
