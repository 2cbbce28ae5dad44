package dev.evokernel.workers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.workers.WorkerPool.IdleWorkers;
import org.junit.jupiter.api.Test;

final class IdleWorkersTest {

  private final IdleWorkers<String> workers = new IdleWorkers<>(List.of("a", "b", "c"));

  @Test
  void ask_oneAfterTheOther_isAlwaysTheSameWorker() throws InterruptedException {
    assertThat(workers.<String>ask(worker -> worker)).isEqualTo("a");
    assertThat(workers.<String>ask(worker -> worker)).isEqualTo("a");
  }

  @Test
  void ask_afterAnInterruptedRequest_isAnotherWorker() throws InterruptedException {
    assertThatThrownBy(
            () ->
                workers.ask(
                    _ -> {
                      throw new InterruptedException();
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(workers.<String>ask(worker -> worker)).isEqualTo("b");
    assertThat(workers.<String>ask(worker -> worker + workers.<String>ask(other -> other)))
        .isEqualTo("bc");
  }

  @Test
  void ask_moreThanThereAreWorkers_isServedInTheOrderOfTheRequests() throws InterruptedException {
    var only = new IdleWorkers<>(List.of("a"));
    List<Integer> served = Collections.synchronizedList(new ArrayList<>());
    var holding = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var threads = new ArrayList<Thread>();
    threads.add(
        asking(
            only,
            () -> {
              holding.countDown();
              release.await();
            }));
    holding.await();
    for (int i = 1; i <= 5; i++) {
      int number = i;
      Thread next = asking(only, () -> served.add(number));
      threads.add(next);
      while (next.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    release.countDown();
    for (Thread one : threads) {
      one.join();
    }
    assertThat(served).containsExactly(1, 2, 3, 4, 5);
  }

  /** What a thread does with a worker. */
  @FunctionalInterface
  private interface Work {
    void run() throws InterruptedException;
  }

  private static Thread asking(IdleWorkers<String> workers, Work work) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                workers.ask(
                    worker -> {
                      work.run();
                      return worker;
                    });
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
