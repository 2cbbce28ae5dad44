package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Evaluation;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class EvaluationQueueTest {

  private static final long AT_ONCE = 0;
  private static final long PATIENTLY = Long.MAX_VALUE;

  private static Proposal candidate(int number) {
    return new Proposal(number, 0, "random", Saxpy.block(16L << number));
  }

  private static void compile(EvaluationQueue queue, Proposal candidate) {
    queue.compiled(candidate, Examples.compiled("digest of " + candidate.number()));
  }

  private static Evaluation trial(Proposal candidate) {
    return Examples.evaluation(Examples.measured(1, 1), candidate.number());
  }

  /** A search that waits. */
  private static CompletableFuture<Optional<Evaluation>> awaiting(
      EvaluationQueue queue, Proposal candidate) {
    var heard = new CompletableFuture<Optional<Evaluation>>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                heard.complete(queue.await(candidate.number()));
              } catch (InterruptedException | RuntimeException e) {
                heard.completeExceptionally(e);
              }
            });
    return heard;
  }

  @Test
  void toCompile_ofSeveral_isTheOldest() throws InterruptedException {
    var queue = new EvaluationQueue(false, false);
    queue.begin(candidate(2), false);
    queue.begin(candidate(1), false);
    assertThat(queue.toCompile().number()).isEqualTo(1);
    assertThat(queue.forCompiler()).isEqualTo(2);
    assertThat(queue.toCompile().number()).isEqualTo(2);
  }

  @Test
  void toCompile_whileThereIsALeader_isTheLeaderAlone() throws InterruptedException {
    var queue = new EvaluationQueue(true, false);
    queue.begin(candidate(2), false);
    queue.begin(candidate(3), true);
    assertThat(queue.toCompile().number()).isEqualTo(3);
    compile(queue, candidate(3));
    assertThat(queue.turn(AT_ONCE, _ -> true).keySet()).containsExactly(candidate(3));
    queue.land(Map.of(3, trial(candidate(3))));
    assertThat(queue.toCompile().number()).isEqualTo(2);
  }

  @Test
  void turn_ofSeveralReady_takesTheOldestAlone() throws InterruptedException {
    var queue = new EvaluationQueue(false, false);
    for (int number : new int[] {3, 1, 2}) {
      queue.begin(candidate(number), false);
      compile(queue, queue.toCompile());
    }
    assertThat(queue.forDevice()).isEqualTo(3);
    assertThat(queue.turn(AT_ONCE, _ -> true).keySet()).containsExactly(candidate(1));
    assertThat(queue.turn(AT_ONCE, _ -> true).keySet()).containsExactly(candidate(2));
    assertThat(queue.turn(AT_ONCE, _ -> true).keySet()).containsExactly(candidate(3));
    assertThat(queue.turn(AT_ONCE, _ -> true)).isEmpty();
  }

  @Test
  void turn_deviceThatPrefersAYounger_takesItFirstAndTheOthersLater() throws InterruptedException {
    var queue = new EvaluationQueue(false, false);
    for (int number : new int[] {1, 2}) {
      queue.begin(candidate(number), false);
      compile(queue, queue.toCompile());
    }
    assertThat(queue.turn(AT_ONCE, next -> next.number() == 2).keySet())
        .containsExactly(candidate(2));
    assertThat(queue.turn(AT_ONCE, _ -> false)).as("left to its device for a while").isEmpty();
    assertThat(queue.turn(PATIENTLY, _ -> false).keySet()).containsExactly(candidate(1));
  }

  @Test
  void turn_leaderThatAnotherDevicePrefers_waitsForNoDevice() throws InterruptedException {
    var queue = new EvaluationQueue(false, false);
    queue.begin(candidate(1), true);
    compile(queue, queue.toCompile());
    assertThat(queue.turn(AT_ONCE, _ -> false).keySet()).containsExactly(candidate(1));
  }

  @Test
  void turn_alternating_comesOnceTheSearchWaitsAndNothingIsLeftToCompile()
      throws InterruptedException, ExecutionException {
    var queue = new EvaluationQueue(true, false);
    queue.begin(candidate(1), false);
    queue.begin(candidate(2), false);
    compile(queue, queue.toCompile());
    CompletableFuture<Optional<Evaluation>> heard = awaiting(queue, candidate(1));
    assertThat(queue.turn(AT_ONCE, _ -> true)).as("one is not compiled").isEmpty();
    compile(queue, queue.toCompile());
    assertThat(queue.turn(PATIENTLY, _ -> true).keySet())
        .containsExactly(candidate(1), candidate(2));
    queue.land(Map.of(1, trial(candidate(1)), 2, trial(candidate(2))));
    assertThat(heard.get()).contains(trial(candidate(1)));
    queue.begin(candidate(3), false);
    compile(queue, queue.toCompile());
    assertThat(queue.turn(AT_ONCE, _ -> true)).as("the search does not wait").isEmpty();
  }

  @Test
  void await_onceAllIsOver_isEmptyButForWhatLanded() throws InterruptedException {
    var queue = new EvaluationQueue(false, false);
    queue.begin(candidate(1), false);
    queue.begin(candidate(2), false);
    queue.land(Map.of(2, trial(candidate(2))));
    queue.end();
    assertThat(queue.await(1)).isEmpty();
    assertThat(queue.await(2)).contains(trial(candidate(2)));
  }

  @Test
  void awaitAny_withSeveralLanded_namesAllThatWereNotTaken() throws InterruptedException {
    var queue = new EvaluationQueue(false, true);
    List.of(1, 2, 3).forEach(number -> queue.begin(candidate(number), false));
    queue.land(Map.of(2, trial(candidate(2)), 3, trial(candidate(3))));
    assertThat(queue.awaitAny(List.of(1, 2, 3))).containsExactly(2, 3);
    assertThat(queue.await(3)).isPresent();
    assertThat(queue.awaitAny(List.of(1, 2))).containsExactly(2);
  }

  @Test
  void awaitAny_ofAQueueThatEnded_namesNone() throws InterruptedException {
    var queue = new EvaluationQueue(false, true);
    queue.begin(candidate(1), false);
    queue.end();
    assertThat(queue.awaitAny(List.of(1))).isEmpty();
  }

  @Test
  void awaitAny_alternating_givesTheDeviceItsTurn()
      throws InterruptedException, ExecutionException {
    var queue = new EvaluationQueue(true, true);
    queue.begin(candidate(1), false);
    compile(queue, queue.toCompile());
    var named = new FutureTask<>(() -> queue.awaitAny(List.of(1)));
    Thread.ofVirtual().start(named);
    assertThat(queue.turn(PATIENTLY, _ -> true).keySet()).containsExactly(candidate(1));
    queue.land(Map.of(1, trial(candidate(1))));
    assertThat(named.get()).containsExactly(1);
  }

  @Test
  void await_afterAFailure_throwsTheFirst() {
    var queue = new EvaluationQueue(false, false);
    queue.begin(candidate(1), false);
    CompletableFuture<Optional<Evaluation>> heard = awaiting(queue, candidate(1));
    queue.fail(new EnvironmentException("The compiler is gone."));
    queue.fail(new IllegalStateException("So is the device."));
    assertThatThrownBy(heard::get).rootCause().hasMessage("The compiler is gone.");
  }

  @Test
  void compiled_withManyDevicesWaiting_wakesOne() throws InterruptedException {
    var queue = new EvaluationQueue(false, true);
    var turns = new Semaphore(0);
    List<Thread> devices = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      devices.add(Thread.ofPlatform().daemon().start(() -> takeTurns(queue, turns)));
    }
    devices.forEach(EvaluationQueueTest::awaitWaiting);
    long waits = waits(devices);
    for (int number = 1; number <= 20; number++) {
      queue.begin(candidate(1 + number % 4), false);
      compile(queue, queue.toCompile());
      turns.acquire();
      devices.forEach(EvaluationQueueTest::awaitWaiting);
    }
    assertThat(waits(devices) - waits).isBetween(20L, 100L);
    devices.forEach(Thread::interrupt);
  }

  private static void takeTurns(EvaluationQueue queue, Semaphore turns) {
    try {
      while (true) {
        queue.turn(PATIENTLY, _ -> true);
        turns.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitWaiting(Thread thread) {
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  /** How often they began to wait, all together. */
  private static long waits(List<Thread> threads) {
    return threads.stream()
        .mapToLong(
            thread ->
                ManagementFactory.getThreadMXBean()
                    .getThreadInfo(thread.threadId())
                    .getWaitedCount())
        .sum();
  }
}
