package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.finals.BuiltFinalist;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Candidate;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.EvaluationStep;
import org.junit.jupiter.api.Test;

final class DeviceExaminationsTest {

  /** Examines as a test says. */
  @FunctionalInterface
  private interface Answer {
    Optional<Rejected> to(Configuration configuration) throws InterruptedException;
  }

  private final List<String> examined = Collections.synchronizedList(new ArrayList<>());
  private final Set<Configuration> passed = new HashSet<>();
  private final List<String> news = Collections.synchronizedList(new ArrayList<>());

  private EvaluationStep device(String name, Answer answer) {
    return new EvaluationStep() {
      @Override
      public Evaluated evaluate(EvaluationRequest request) {
        throw new AssertionError("A candidate was timed.");
      }

      @Override
      public Optional<Rejected> examine(Configuration configuration, Binary binary)
          throws InterruptedException {
        examined.add(configuration.value("BLOCK") + " on " + name);
        return answer.to(configuration);
      }
    };
  }

  private static BuiltFinalist finalist(int block) {
    return new BuiltFinalist(
        new Candidate(
            "run",
            new Proposal(block, 0, "random", Saxpy.block(block)),
            1,
            Optional.of(Examples.evaluation(Examples.measured(1000, 100), 1))),
        new Binary(Path.of("binary"), "digest " + block, 0));
  }

  private List<Optional<Rejected>> refusals(EvaluationStep... devices) throws InterruptedException {
    var examinations = new DeviceExaminations(List.of(devices), passed::contains, news::add);
    assertThat(examinations.atOnce()).isEqualTo(devices.length);
    return examinations.refusals(List.of(finalist(8), finalist(16)));
  }

  @Test
  void refusals_onTwoDevices_examinesBothAtOnceAndAnswersInTheirOrder()
      throws InterruptedException {
    var both = new CyclicBarrier(2);
    var why = new Rejected(Rejection.WRONG_RESULT, "small", "7");
    Answer meeting =
        configuration -> {
          try {
            both.await();
          } catch (BrokenBarrierException e) {
            throw new IllegalStateException(e);
          }
          return configuration.equals(Saxpy.block(16)) ? Optional.of(why) : Optional.empty();
        };
    assertThat(refusals(device("a", meeting), device("b", meeting)))
        .containsExactly(Optional.empty(), Optional.of(why));
    assertThat(examined).containsExactlyInAnyOrder("8 on a", "16 on b");
  }

  @Test
  void refusals_onADeviceThatFailsOrChanged_comeFromTheFirst() throws InterruptedException {
    for (RuntimeException failure :
        List.of(new EnvironmentException("It is gone."), new ChangedDeviceException("Slow."))) {
      news.clear();
      assertThat(
              refusals(
                  device("a", _ -> Optional.empty()),
                  device(
                      "b",
                      _ -> {
                        throw failure;
                      })))
          .hasSize(2);
      assertThat(examined).endsWith("16 on a");
      assertThat(news).singleElement().asString().contains("candidate 16", failure.getMessage());
    }
  }

  @Test
  void refusals_candidateThatTheSearchExamined_isNotExaminedAgain() throws InterruptedException {
    passed.add(Saxpy.block(8));
    assertThat(refusals(device("a", _ -> Optional.empty()), device("b", _ -> Optional.empty())))
        .containsOnly(Optional.empty());
    assertThat(examined).containsExactly("16 on b");
  }

  @Test
  void refusals_onAFirstDeviceThatFails_fail() {
    Answer failing =
        _ -> {
          throw new EnvironmentException("It is gone.");
        };
    assertThatThrownBy(() -> refusals(device("a", failing), device("b", _ -> Optional.empty())))
        .isInstanceOf(EnvironmentException.class);
  }
}
