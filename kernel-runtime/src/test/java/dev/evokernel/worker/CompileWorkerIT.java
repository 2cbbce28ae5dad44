package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.WorkerFixture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompileWorkerIT {

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
        case "$*" in
          --version) echo "slow-cc 1.0" ;;
          *-D*) sleep 600 ;;
          *) exec cc "$@" ;;
        esac
        """);
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    var fixture = new WorkerFixture(folder);
    LaunchSpec launch = with(fixture, script.toString());
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
  void compile_compilerKilledEveryTime_saysSoAndTheWorkerGoesOn()
      throws InterruptedException, IOException {
    try (var worker = startWith("kill -9 $$")) {
      Compilation compilation = worker.compile(WorkerFixture.with("none"));

      assertThat(compilation)
          .isInstanceOfSatisfying(
              Compilation.Failed.class,
              failed -> {
                assertThat(failed.timedOut()).isFalse();
                assertThat(failed.log())
                    .contains("fake-cc 1.0 was killed by signal 9 (SIGKILL) twice");
              });
    }
  }

  @Test
  void compile_linkerKilledTwice_isNotKeptAsAnError() throws InterruptedException, IOException {
    String killed = "echo 'collect2: fatal error: ld terminated with signal 9 [Killed]'; exit 1";
    try (var worker =
        startWith(
            "echo run >> %1$s\n[ $(wc -l < %1$s) -gt 2 ] || { " + killed + "; }\nexec cc \"$@\"")) {
      assertThat(worker.compile(WorkerFixture.with("none"))).isInstanceOf(Compilation.Failed.class);
      assertThat(worker.compile(WorkerFixture.with("none")))
          .isInstanceOf(Compilation.Compiled.class);
    }
  }

  @Test
  void compile_compilerKilledOnce_compilesAllTheSame() throws InterruptedException, IOException {
    try (var worker = startWith("[ -e %1$s ] || { touch %1$s; kill -9 $$; }\nexec cc \"$@\"")) {
      assertThat(worker.compile(WorkerFixture.with("none")))
          .isInstanceOf(Compilation.Compiled.class);
    }
  }

  @Test
  void compile_workerKilledMeanwhile_compilesAllTheSame() throws Exception {
    try (var worker = startWith("[ -e %1$s ] || { touch %1$s; sleep 600; }\nexec cc \"$@\"")) {
      ProcessHandle process = ProcessHandle.of(worker.pid()).orElseThrow();
      var compilation =
          new FutureTask<Compilation>(() -> worker.compile(WorkerFixture.with("none")));
      Thread.ofPlatform().start(compilation);
      while (!Files.exists(folder.resolve("begun"))) {
        Thread.onSpinWait();
      }

      process.destroyForcibly();

      assertThat(compilation.get()).isInstanceOf(Compilation.Compiled.class);
    }
  }

  @Test
  void close_compilerKilledInTheMiddle_leavesNoTemporaryFiles() throws Exception {
    Path note = folder.resolve("temporary");
    try (var worker =
        startWith("printf %%s \"$TMPDIR\" > " + note + "; touch \"$TMPDIR/half.s\"; kill -9 $$")) {
      worker.compile(WorkerFixture.with("none"));

      assertThat(Path.of(Files.readString(note), "half.s")).exists();
    }

    Path temporary = Path.of(Files.readString(note));
    assertThat(temporary).doesNotExist();
    assertThat(temporary.getParent()).isEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
  }

  @Test
  void compile_diskFull_isNoFaultOfTheCandidate() throws InterruptedException, IOException {
    try (var worker = startWith("echo 'final link failed: No space left on device'; exit 1")) {
      assertThatThrownBy(() -> worker.compile(WorkerFixture.with("none")))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("is full")
          .hasMessageContaining(folder.resolve("cache").toString());
    }
  }

  /**
   * A compiler that is a script, asked to compile; any other question it hands on. {@code %1$s} is
   * a file that it may leave as a note to itself.
   */
  private CompileWorker startWith(String script) throws IOException, InterruptedException {
    Path file = folder.resolve("fake-cc");
    Files.writeString(
        file,
        "#!/bin/sh\n"
            + "case \"$*\" in --version) echo 'fake-cc 1.0'; exit 0 ;; *-D*) ;; *) exec cc \"$@\""
            + " ;; esac\n"
            + script.formatted(folder.resolve("begun")));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    var fixture = new WorkerFixture(folder);
    LaunchSpec launch = with(fixture, file.toString());
    return CompileWorker.start(launch, fixture.compileJob(LIMIT), "compile-1");
  }

  @Test
  void start_missingCompiler_saysSo() {
    var fixture = new WorkerFixture(folder);
    LaunchSpec launch = with(fixture, "/nowhere/cc");

    assertThatThrownBy(() -> CompileWorker.start(launch, fixture.compileJob(LIMIT), "compile-1"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("/nowhere/cc")
        .hasMessageContaining("apt-get install gcc");
  }

  private static LaunchSpec with(WorkerFixture fixture, String compiler) {
    LaunchSpec usual = fixture.launch();
    var environment = new HashMap<>(usual.environment());
    environment.put("CC", compiler);
    return new LaunchSpec(
        usual.java(),
        usual.classPath(),
        usual.jvmFlags(),
        environment,
        usual.niceness(),
        usual.logs(),
        _ -> {});
  }
}
