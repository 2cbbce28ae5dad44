package dev.evokernel.fleet.wire;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/** Wait in a worker for files that it requested from its coordinator. Thread-safe. */
public final class Arrivals {

  /** Time until a repeated request, since the coordinator may have been replaced. */
  private static final Duration ASK_AGAIN = Duration.ofSeconds(10);

  private final ContentStore store;
  private final Consumer<ToCoordinator> link;
  private final Set<String> gone = new HashSet<>();

  /**
   * @param link sends a message, if connected
   */
  public Arrivals(ContentStore store, Consumer<ToCoordinator> link) {
    this.store = store;
    this.link = link;
  }

  /**
   * Waits until the store has all contents.
   *
   * @throws EnvironmentException if the coordinator lacks a file
   */
  public synchronized void await(Stream<String> digests) throws InterruptedException {
    List<String> missing = store.missing(digests);
    missing.forEach(gone::remove);
    while (!missing.isEmpty()) {
      link.accept(new ToCoordinator.Wanted(missing));
      long until = System.nanoTime() + ASK_AGAIN.toNanos();
      while (!missing.isEmpty() && System.nanoTime() < until) {
        wait(ASK_AGAIN.toMillis() / 10);
        missing = store.missing(missing.stream());
        if (missing.stream().anyMatch(gone::contains)) {
          throw new EnvironmentException(
              "The coordinator no longer has the file %s.".formatted(missing.getFirst()));
        }
      }
    }
  }

  public synchronized void arrived(String digest, byte[] content) {
    store.keep(digest, content);
    notifyAll();
  }

  public synchronized void isGone(String digest) {
    gone.add(digest);
    notifyAll();
  }
}
