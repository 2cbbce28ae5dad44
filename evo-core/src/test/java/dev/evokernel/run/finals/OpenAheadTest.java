package dev.evokernel.run.finals;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.finals.FinalsPlanner;
import dev.evokernel.fixture.Examples;
import dev.evokernel.fixture.QuietBackend;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.outcome.Spent;
import dev.evokernel.run.evaluation.PipelineFixture;
import dev.evokernel.run.evaluation.TimeLeft;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.Host;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import dev.evokernel.workers.Stopwatch;
import org.junit.jupiter.api.Test;

/** As many processes open ahead as the finals can hold in the time that is left. */
final class OpenAheadTest extends PipelineFixture {

  private static final Duration OPENING = Duration.ofSeconds(4);

  private final Workers workers = new Workers(new Device(80L << 30));

  /** An evaluation that verifies for 1 s; its rounds take milliseconds. */
  private FinalsPlanner planner() {
    var planner = new FinalsPlanner(spec(), OPENING, Duration.ZERO);
    planner.evaluated(
        kernel.defaultConfiguration(),
        new Evaluated(Examples.measured(1e6, 1e6), new Spent(0, 1_000_000_000, 62_000_000), 0));
    return planner;
  }

  /** Opens processes with some seconds left. */
  private FinalsPlanner opened(double seconds) throws InterruptedException {
    FinalsPlanner planner = planner();
    nanos.set(0);
    var ahead =
        new OpenAhead(
            spec(), workers, TimeLeft.of(spec(), new Stopwatch(nanos::get, 0), planner, _ -> {}));
    nanos.set(budget.wall().toNanos() - Math.round(seconds * 1e9));
    ahead.beside(() -> events.add("examined"));
    return planner;
  }

  @Test
  void beside_muchTime_opensAsManyAsAreAllowed() throws InterruptedException {
    assertThat(opened(100).plan().overhead().ahead()).isEqualTo(4);
    assertThat(events).containsExactly("open 4", "examined");
  }

  @Test
  void beside_timeForTwo_opensTwo() throws InterruptedException {
    assertThat(opened(30).plan().overhead().ahead()).isEqualTo(2);
    assertThat(events).containsExactly("open 2", "examined");
  }

  @Test
  void beside_timeForADecisionWithFewerFinalistsOnly_opensTwo() throws InterruptedException {
    disturbs = false;
    opened(14);
    assertThat(events).containsExactlyInAnyOrder("open 2", "examined");
  }

  @Test
  void beside_timeForOneOnly_opensOneAndTheNextCountsItsOpening() throws InterruptedException {
    var plan = opened(8).plan();
    assertThat(events).containsExactly("open 1", "examined");
    assertThat(plan.overhead().ahead()).isEqualTo(1);
    assertThat(plan.further(2, 1, 10, 2)).isGreaterThan(OPENING);
  }

  @Test
  void beside_openingBesideTheExaminations_takesTheLongerTimeOfBoth() throws InterruptedException {
    // A decision on one finalist takes twice two verifications of 1.25 s and 1.5 s at the end.
    opened(10.9);
    disturbs = false;
    opened(10.9);
    assertThat(events).containsExactlyInAnyOrder("open 1", "examined", "open 2", "examined");
  }

  @Test
  void beside_budgetWithoutWallTime_opensAsManyAsAreAllowed() throws InterruptedException {
    budget = new Budget(Budget.FOREVER, 10);
    var left = TimeLeft.of(spec(), new Stopwatch(nanos::get, 0), planner(), _ -> {});
    new OpenAhead(spec(), workers, left).beside(() -> events.add("examined"));
    assertThat(events).containsExactly("open 4", "examined");
  }

  @Test
  void beside_noMemoryForOne_opensNoneAndEndsTheProcessOfTheSearch() throws InterruptedException {
    var small = new Workers(new Device(1 << 20));
    var left = TimeLeft.of(spec(), new Stopwatch(nanos::get, 0), planner(), _ -> {});
    new OpenAhead(spec(), small, left).beside(() -> events.add("examined"));
    assertThat(events).containsExactly("open 0", "examined", "renew");
  }

  /** A device that notes how many processes it was asked to open. */
  private final class Device implements RunDevice {

    private final long memory;

    private Device(long memory) {
      this.memory = memory;
    }

    @Override
    public DeviceIdentity identity() {
      return QuietBackend.DEVICE;
    }

    @Override
    public String host() {
      return Host.name();
    }

    @Override
    public DeviceLimits limits() {
      var values = new EnumMap<Limit, Long>(Limit.class);
      Arrays.stream(Limit.values()).forEach(limit -> values.put(limit, memory));
      return new DeviceLimits(values);
    }

    @Override
    public boolean opensAhead() {
      return true;
    }

    @Override
    public int openAhead(int count) {
      events.add("open " + count);
      return count;
    }

    @Override
    public void renew() {
      events.add("renew");
    }

    @Override
    public Evaluated evaluate(EvaluationRequest request) {
      throw new IllegalStateException();
    }

    @Override
    public FinalsAttempt finals(FinalsRequest request, Consumer<FinalsProgress> progress) {
      throw new IllegalStateException();
    }
  }

  private record Workers(RunDevice only) implements RunWorkers {

    @Override
    public List<RunDevice> devices() {
      return List.of(only);
    }

    @Override
    public SearchSpace space() {
      throw new IllegalStateException();
    }

    @Override
    public String compilerVersion() {
      return "none";
    }

    @Override
    public int compilerCount() {
      return 0;
    }

    @Override
    public Compilation compile(Configuration configuration) {
      throw new IllegalStateException();
    }

    @Override
    public void close() {
      // Nothing was started.
    }
  }
}
