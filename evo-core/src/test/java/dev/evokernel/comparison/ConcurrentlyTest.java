package dev.evokernel.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.Test;

final class ConcurrentlyTest {

  @Test
  void all_tasksThatWaitForEachOther_endInTheirOrder() throws InterruptedException {
    var both = new CountDownLatch(2);
    List<Callable<String>> tasks = List.of(() -> meet(both, "first"), () -> meet(both, "second"));
    assertThat(Concurrently.all(tasks)).containsExactly("first", "second");
  }

  @Test
  void all_taskThatFails_throwsItsExceptionOnceTheOthersEnded() {
    var ended = new AtomicBoolean();
    List<Callable<Boolean>> tasks =
        List.of(
            () -> {
              throw new IllegalArgumentException("no");
            },
            () -> ended.compareAndSet(false, true));
    assertThatThrownBy(() -> Concurrently.all(tasks))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no");
    assertThat(ended).isTrue();
  }

  @Test
  void all_interrupted_interruptsTheTasks() {
    var interrupted = new AtomicBoolean();
    Thread caller = Thread.currentThread();
    List<Callable<Boolean>> tasks =
        List.of(
            () -> {
              caller.interrupt();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.set(true);
              }
              return true;
            });
    assertThatThrownBy(() -> Concurrently.all(tasks)).isInstanceOf(InterruptedException.class);
    assertThat(interrupted).isTrue();
  }

  private static String meet(CountDownLatch all, String name) throws InterruptedException {
    all.countDown();
    all.await();
    return name;
  }
}
