package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.ProcessGroup;
import dev.evokernel.worker.LaunchSpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every worker promises when its process dies, hangs or is interrupted. A stopped process
 * (SIGSTOP) hangs at a known point: before it has begun on the next request.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class WorkerContract<W extends AutoCloseable> {

  /** No call that is answered takes so long, on a machine as busy as may be. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** After which a call to a stopped process is given up, and within which another answers. */
  private static final Duration BRIEF = Duration.ofSeconds(5);

  private Path folder = Path.of("");
  private W worker;

  /** Starts one, with a limit for a call. */
  public abstract W start(LaunchSpec launch, Duration limit) throws InterruptedException;

  private W start(LaunchSpec launch) throws InterruptedException {
    return start(launch, PATIENCE);
  }

  /** Of its live process, or -1. */
  public abstract long pid(W worker);

  /** Makes one call; whether it gave a result, and not a timeout. */
  public abstract boolean call(W worker) throws InterruptedException;

  /** Whether it repeats a call whose process is stopped, rather than leave that to its caller. */
  public abstract boolean repeatsCalls();

  @BeforeAll
  void start(@TempDir Path temporary) throws InterruptedException {
    WorkerFixture.assumeCompiler();
    folder = temporary;
    worker = start(LaunchSpec.ofThisJvm(folder.resolve("logs")));
  }

  @AfterAll
  void close() throws Exception {
    if (worker != null) {
      worker.close();
    }
  }

  /** The folder of this class, which {@link #start} may use. */
  public final Path folder() {
    return folder;
  }

  @Test
  void call_again_isAnsweredByTheSameProcess() throws InterruptedException {
    assertThat(call(worker)).isTrue();
    long process = pid(worker);

    assertThat(call(worker)).isTrue();

    assertThat(pid(worker)).isEqualTo(process);
  }

  @Test
  void call_processKilledWhileIdle_startsAnother() throws InterruptedException {
    ProcessHandle process = idleProcess(worker);
    process.destroyForcibly();
    process.onExit().join();

    assertThat(call(worker)).isTrue();

    assertThat(pid(worker)).isNotEqualTo(process.pid());
  }

  @Test
  void call_processStopped_endsWithTheProcessAndThenItCanBeClosed() throws Exception {
    W other = start(LaunchSpec.ofThisJvm(folder.resolve("brief")), BRIEF);
    try {
      ProcessHandle process = stoppedProcess(other);

      assertThat(call(other)).isEqualTo(repeatsCalls());

      assertThat(ProcessTable.hasAny(List.of(process.pid()))).isFalse();
      assertThat(call(other)).isTrue();
    } finally {
      closed(other);
    }
  }

  @Test
  void call_processKilledBeforeItBegins_isTriedOnceMore() throws Exception {
    ProcessHandle process = stoppedProcess(worker);
    var called = new FutureTask<Boolean>(() -> call(worker));
    awaitWaiting(Thread.ofPlatform().start(called));

    process.destroyForcibly();

    assertThat(called.get()).isTrue();
    assertThat(pid(worker)).isNotEqualTo(process.pid());
  }

  @Test
  void call_interrupted_killsTheProcessAndTheNextStartsAnother() throws Exception {
    ProcessHandle process = stoppedProcess(worker);
    var interrupted = new CountDownLatch(1);
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    call(worker);
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                  }
                });
    awaitWaiting(caller);

    caller.interrupt();
    interrupted.await();

    assertThat(ProcessTable.hasAny(List.of(process.pid()))).isFalse();
    assertThat(call(worker)).isTrue();
  }

  private void closed(W other) throws Exception {
    long process = pid(other);

    other.close();

    assertThat(ProcessTable.hasAny(List.of(process))).isFalse();
    assertThatThrownBy(() -> call(other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is closed");
  }

  @Test
  void start_javaThatDoesNotStart_saysSo() throws IOException {
    Path java = Files.createFile(folder.resolve("java"));
    Path logs = folder.resolve("no-java");
    var launch = new LaunchSpec(java, "", List.of(), Map.of(), 0, logs, _ -> {});

    assertThatThrownBy(() -> start(launch))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("could not be started")
        .hasMessageContaining(java.toString());
  }

  @Test
  void start_processesKilledAndStoppedWhileTheyStart_startsAnother() throws Exception {
    String line =
        "[ -e %s ] || { echo KILL > %<s; kill -KILL $$; }; "
            + "grep -q STOP %<s || { echo STOP > %<s; kill -STOP $$; }";
    W other = start(withJava("hit", line));
    try {
      assertThat(folder.resolve("hit.note")).hasContent("STOP");
      assertThat(call(other)).isTrue();
    } finally {
      other.close();
    }
  }

  @Test
  void start_processKilledWheneverItStarts_saysSoInPlainWords() throws IOException {
    LaunchSpec launch = withJava("killed-always", "echo start >> %s; kill -9 $$");

    assertThatThrownBy(() -> start(launch))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("was killed or stopped 3 times during its start")
        .hasMessageContaining("was killed (SIGKILL), maybe by the system when memory ran out.")
        .hasMessageContaining(launch.logs().toString());
    assertThat(folder.resolve("killed-always.note")).hasContent("start\nstart\nstart\n");
  }

  /** A Java that first runs a line of a shell script, which may leave a note in a file. */
  private LaunchSpec withJava(String name, String line) throws IOException {
    LaunchSpec usual = LaunchSpec.ofThisJvm(folder.resolve(name));
    Path java = folder.resolve(name + ".sh");
    String first = line.formatted(folder.resolve(name + ".note"));
    Files.writeString(java, "#!/bin/sh\n%s\nexec '%s' \"$@\"\n".formatted(first, usual.java()));
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    return new LaunchSpec(
        java, usual.classPath(), usual.jvmFlags(), usual.environment(), 0, usual.logs(), _ -> {});
  }

  private ProcessHandle idleProcess(W idle) throws InterruptedException {
    assertThat(call(idle)).isTrue();
    return ProcessHandle.of(pid(idle)).orElseThrow();
  }

  /** One of its threads takes the signal, and until then the others go on. */
  private ProcessHandle stoppedProcess(W idle) throws InterruptedException, IOException {
    ProcessHandle process = idleProcess(idle);
    ProcessGroup.halt(process.pid());
    while (!isStopped(process.pid())) {
      Thread.onSpinWait();
    }
    return process;
  }

  private static boolean isStopped(long process) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process + "/task"))) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    }
  }

  private static void awaitWaiting(Thread caller) {
    while (caller.getState() != Thread.State.TIMED_WAITING) {
      assertThat(caller.getState()).isNotEqualTo(Thread.State.TERMINATED);
      Thread.onSpinWait();
    }
  }
}
