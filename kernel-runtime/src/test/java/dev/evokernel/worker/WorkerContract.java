package dev.evokernel.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evokernel.backend.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every worker promises when its process dies, hangs or is interrupted. A stopped process
 * (SIGSTOP) hangs at a known point: before it has begun on the next request.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WorkerContract<W extends AutoCloseable> {

  private Path folder = Path.of("");
  private W worker;

  /** Starts one, with a limit of a few seconds for a call. */
  abstract W start(LaunchSpec launch) throws InterruptedException;

  /** Of its live process, or -1. */
  abstract long pid(W worker);

  /** Makes one call; whether it gave a result, and not a timeout. */
  abstract boolean call(W worker) throws InterruptedException;

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
  final Path folder() {
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
    ProcessHandle process = idleProcess();
    process.destroyForcibly();
    process.onExit().join();

    assertThat(call(worker)).isTrue();

    assertThat(pid(worker)).isNotEqualTo(process.pid());
  }

  @Test
  void call_processHangs_endsAtTheLimitWithTheProcess() throws InterruptedException {
    ProcessHandle process = idleProcess();
    ProcessGroup.halt(process.pid());

    assertThat(call(worker)).isFalse();

    assertThat(ProcessTable.hasAny(List.of(process.pid()))).isFalse();
    assertThat(call(worker)).isTrue();
  }

  @Test
  void call_processKilledBeforeItBegins_isTriedOnceMore() throws Exception {
    ProcessHandle process = idleProcess();
    ProcessGroup.halt(process.pid());
    var called = new FutureTask<Boolean>(() -> call(worker));
    awaitWaiting(Thread.ofPlatform().start(called));

    process.destroyForcibly();

    assertThat(called.get()).isTrue();
    assertThat(pid(worker)).isNotEqualTo(process.pid());
  }

  @Test
  void call_interrupted_killsTheProcessAndTheNextStartsAnother() throws InterruptedException {
    ProcessHandle process = idleProcess();
    ProcessGroup.halt(process.pid());
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

  @Test
  void close_openWorker_endsTheProcessAndRefusesCalls() throws Exception {
    W other = start(LaunchSpec.ofThisJvm(folder.resolve("closed")));
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
    var launch = new LaunchSpec(java, "", List.of(), Map.of(), 0, logs);

    assertThatThrownBy(() -> start(launch))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("could not be started")
        .hasMessageContaining(java.toString());
  }

  private ProcessHandle idleProcess() throws InterruptedException {
    assertThat(call(worker)).isTrue();
    return ProcessHandle.of(pid(worker)).orElseThrow();
  }

  private static void awaitWaiting(Thread caller) {
    while (caller.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
