package dev.evokernel.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.Saxpy;
import dev.evokernel.kernel.Limit;
import dev.evokernel.search.Prior;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.RunSpec.SeedingSpec;
import dev.evokernel.store.Budget;
import org.junit.jupiter.api.Test;

final class TuningRunTest extends PipelineFixture {

  private static final DeviceLimits LIMITS =
      new DeviceLimits(
          Stream.of(Limit.values()).collect(Collectors.toMap(limit -> limit, _ -> 1L << 20)));

  /** Five measurements, the fewest that a model begins with. */
  private RunSpec withPrior() {
    RunSpec plain = spec();
    var prior =
        new Prior(
            "a run",
            kernel.shapes(),
            Stream.of(16L, 32L, 64L, 128L, 256L)
                .map(block -> new Prior.Timed(Saxpy.block(block), 100, 200))
                .toList());
    return Altered.of(
        plain,
        "search",
        Altered.of(plain.search(), "seeding", new SeedingSpec(List.of(), List.of(prior), 0, 0)));
  }

  private RunEnvironment withoutWorkers(Optional<DeviceLimits> limits) {
    return new RunEnvironment(
        InstantSource.fixed(Examples.NOW),
        nanoClock,
        0,
        _ -> {
          throw new EnvironmentException("no compiler");
        },
        () -> limits,
        (_, _, _) -> {
          throw new AssertionError("no search");
        },
        Optional.empty());
  }

  /** A run whose workers never get ready, on a machine with real time. */
  private TuningRun stuck(Duration wall) {
    budget = new Budget(wall, Budget.UNLIMITED);
    return new TuningRun(
        spec(),
        store,
        new RunEnvironment(
            InstantSource.fixed(Examples.NOW),
            System::nanoTime,
            System.nanoTime(),
            _ -> {
              new CountDownLatch(1).await();
              throw new AssertionError();
            },
            Optional::empty,
            (_, _, _) -> {
              throw new AssertionError("no search");
            },
            Optional.empty()));
  }

  @Test
  void run_whoseStartOutlastsItsWallTime_endsThenAndSaysSo() {
    assertThatThrownBy(
            () -> stuck(Duration.ofMillis(50)).run(Optional.empty(), new RunListener() {}))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("ended before compilers and reference were ready")
        .matches(e -> ((EnvironmentException) e).isUndecided());
  }

  @Test
  void run_thatIsStoppedDuringItsStart_isInterrupted() throws InterruptedException {
    TuningRun run = stuck(Duration.ofHours(1));
    var began = new CountDownLatch(1);
    var listener =
        new RunListener() {
          @Override
          public void began(String activity) {
            began.countDown();
          }
        };
    Thread stopping =
        Thread.startVirtualThread(
            () -> {
              try {
                began.await();
                run.stop();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThatThrownBy(() -> run.run(Optional.empty(), listener))
        .isInstanceOf(InterruptedException.class);
    stopping.join();
  }

  private Path known(Optional<DeviceLimits> limits) throws IOException {
    RunSpec spec = withPrior();
    Files.createDirectories(spec.folder());
    var run = new TuningRun(spec, store, withoutWorkers(limits));
    assertThatThrownBy(() -> run.run(Optional.empty(), new RunListener() {}))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("no compiler");
    return spec.folder().resolve(Prior.FILE);
  }

  @Test
  void run_onADeviceWithKnownLimits_settlesWhatTheSearchBeginsWithBesideTheStartOfTheWorkers()
      throws IOException {
    assertThat(known(Optional.of(LIMITS))).exists();
  }

  @Test
  void run_onADeviceWithUnknownLimits_waitsForTheWorkers() throws IOException {
    assertThat(known(Optional.empty())).doesNotExist();
  }
}
