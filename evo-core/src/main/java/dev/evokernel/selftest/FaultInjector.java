package dev.evokernel.selftest;

import dev.evokernel.store.WriteLock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** Injects an {@link ExternalFault} while a candidate is evaluated. */
final class FaultInjector implements AutoCloseable {

  private static final Duration TICK = Duration.ofMillis(20);

  /**
   * From the journal's note to the launch: a worker that has begun is not mistaken for an idle one.
   */
  private static final Duration SETTLING = Duration.ofMillis(400);

  /** In this time a worker is up, and has begun to compile. */
  private static final Duration STARTING = Duration.ofMillis(2_500);

  private static final Duration LOCKED = Duration.ofSeconds(1);

  /**
   * Where it happens.
   *
   * @param launched whether the journal says that the candidate is about to be launched
   * @param compilesInside whether the compiler is a library within the compile workers
   * @param lock takes the store's write lock
   */
  record Scene(
      Processes processes,
      BooleanSupplier launched,
      boolean compilesInside,
      java.util.function.Supplier<WriteLock> lock) {}

  private final Scene scene;
  private final Thread thread;
  private final Queue<ProcessHandle> victims = new ConcurrentLinkedQueue<>();

  private FaultInjector(ExternalFault fault, Scene scene) {
    this.scene = scene;
    this.thread = Thread.ofVirtual().unstarted(() -> act(fault));
  }

  /** Starts in a thread of its own; a {@code LOCK_STORE} holds its lock when this returns. */
  static FaultInjector begin(ExternalFault fault, Scene scene) {
    var injector = new FaultInjector(fault, scene);
    if (fault == ExternalFault.LOCK_STORE) {
      WriteLock lock = scene.lock().get();
      Thread.ofVirtual().start(() -> injector.release(lock));
    }
    injector.thread.start();
    return injector;
  }

  /** Waits until the thread has ended. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The processes that were killed or stopped. */
  List<ProcessHandle> victims() {
    return List.copyOf(victims);
  }

  private void act(ExternalFault fault) {
    try {
      switch (fault) {
        case KILL_WORKER -> kill(awaitWorker());
        case STOP_WORKER -> Processes.stop(awaitWorker());
        case KILL_COMPILER -> killCompilers();
        case NONE, LOCK_STORE -> {}
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The evaluation is over.
    }
  }

  private ProcessHandle awaitWorker() throws InterruptedException {
    while (!scene.launched().getAsBoolean()) {
      Thread.sleep(TICK);
    }
    Thread.sleep(SETTLING);
    ProcessHandle worker = scene.processes().device().getFirst();
    victims.add(worker);
    return worker;
  }

  private void killCompilers() throws InterruptedException {
    while (true) {
      (scene.compilesInside() ? settledWorkers() : scene.processes().compilers())
          .forEach(this::kill);
      Thread.sleep(TICK);
    }
  }

  private List<ProcessHandle> settledWorkers() {
    Instant before = Instant.now().minus(STARTING);
    return scene.processes().compileWorkers().stream()
        .filter(worker -> worker.info().startInstant().filter(before::isAfter).isPresent())
        .toList();
  }

  private void kill(ProcessHandle process) {
    victims.add(process);
    process.destroyForcibly();
  }

  private void release(WriteLock lock) {
    try (lock) {
      Thread.sleep(LOCKED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
