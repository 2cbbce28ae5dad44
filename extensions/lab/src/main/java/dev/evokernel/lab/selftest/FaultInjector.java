package dev.evokernel.lab.selftest;

import module java.base;

import dev.evokernel.store.file.WriteLock;

/** Injects an {@link Fault.External} while a candidate is evaluated. */
final class FaultInjector implements AutoCloseable {

  private static final Duration TICK = Duration.ofMillis(20);

  /** Time from the journal's entry to the launch in the worker. */
  private static final Duration SETTLING = Duration.ofMillis(400);

  /** Time in which a worker starts and begins to compile. */
  private static final Duration STARTING = Duration.ofMillis(2_500);

  private static final Duration LOCKED = Duration.ofSeconds(1);

  /**
   * Run under test.
   *
   * @param launched whether the journal announces the candidate's launch
   * @param compilesInside whether the compiler is a library in the compile workers
   * @param lock takes the store's write lock
   */
  record Scene(
      Processes processes,
      BooleanSupplier launched,
      boolean compilesInside,
      Supplier<WriteLock> lock) {}

  private final Scene scene;
  private final Thread thread;
  private final Queue<ProcessHandle> victims = new ConcurrentLinkedQueue<>();

  private FaultInjector(Fault.External fault, Scene scene) {
    this.scene = scene;
    this.thread = Thread.ofVirtual().unstarted(() -> act(fault));
  }

  /** Starts a thread for the fault; for {@code LOCK_STORE} the lock is held on return. */
  static FaultInjector begin(Fault.External fault, Scene scene) {
    var injector = new FaultInjector(fault, scene);
    if (fault == Fault.External.LOCK_STORE) {
      WriteLock lock = scene.lock().get();
      Thread.ofVirtual().start(() -> injector.release(lock));
    }
    injector.thread.start();
    return injector;
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  List<ProcessHandle> victims() {
    return List.copyOf(victims);
  }

  private void act(Fault.External fault) {
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
