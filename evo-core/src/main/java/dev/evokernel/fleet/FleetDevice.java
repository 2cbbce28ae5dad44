package dev.evokernel.fleet;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.Peaks;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.Finalist;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsProgress;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.worker.TimedShapes;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.RunDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A device of another host, as a run sees it. A host that is lost is an environment that failed:
 * the run gives what was in flight to another device.
 */
final class FleetDevice implements RunDevice {

  private final RunSpec spec;
  private final RemoteDevice remote;
  private final Coordinator coordinator;
  private final FleetCompilers compilers;

  /** Evaluations that are on record as soon as the next one is asked for. */
  private final List<Unsettled> ended = new ArrayList<>();

  FleetDevice(
      RunSpec spec, RemoteDevice remote, Coordinator coordinator, FleetCompilers compilers) {
    this.spec = spec;
    this.remote = remote;
    this.coordinator = coordinator;
    this.compilers = compilers;
  }

  boolean isLost() {
    return remote.host().isLost();
  }

  @Override
  public DeviceIdentity identity() {
    return remote.offer().identity();
  }

  @Override
  public String host() {
    return remote.hostName();
  }

  /** Always with its host: a worker on the coordinator's is one of several too. */
  @Override
  public String name() {
    return host() + "/" + identity().id();
  }

  @Override
  public DeviceLimits limits() {
    return remote.facts().limits();
  }

  @Override
  public Peaks peaks() {
    return remote.facts().peaks();
  }

  @Override
  public List<String> weaknesses() {
    return remote.facts().weaknesses();
  }

  @Override
  public Duration opening() {
    return remote.facts().opening();
  }

  String compilerVersion() {
    return remote.facts().compiler();
  }

  /** What a launch under the sanitizer takes, about; empty where none is run. */
  Optional<Duration> sanitizerTime() {
    return remote.facts().sanitizer();
  }

  @Override
  public int ready() throws InterruptedException {
    if (call(new FleetJob.MakeReady()) instanceof FleetResult.ReadyThere(int processes)) {
      return processes;
    }
    throw unexpected();
  }

  /** The request goes ahead of the next evaluation; whether it arrived shows there. */
  @Override
  public void renew() {
    coordinator.renew(remote);
  }

  /**
   * What a worker kept that nothing waited for is taken instead, but for the default, which is
   * timed to know how the device is now.
   */
  @Override
  public Evaluated evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      Duration limit,
      TimedShapes shapes)
      throws InterruptedException {
    var job =
        new FleetJob.EvaluateThere(
            configuration, compilers.present(configuration, binary), best, limit, shapes);
    settle();
    if (!configuration.equals(spec.kernel().defaultConfiguration())) {
      Optional<KeptEvaluations.Found> kept = coordinator.kept().take(spec.id(), job);
      if (kept.isPresent()) {
        ended.add(kept.get().settling());
        return kept.get().evaluated();
      }
    }
    if (call(job) instanceof FleetResult.EvaluatedThere(Evaluated evaluated)) {
      return evaluated;
    }
    throw unexpected();
  }

  /** The caller has recorded what it was given, or it would not ask for more. */
  private void settle() {
    coordinator.settle(ended);
    ended.clear();
  }

  @Override
  public Optional<Rejected> examine(Configuration configuration, Binary binary)
      throws InterruptedException {
    return examined(
        new FleetJob.ExamineThere(configuration, compilers.present(configuration, binary)));
  }

  Optional<Rejected> sanitize(Configuration configuration, Binary binary, Duration within)
      throws InterruptedException {
    return examined(
        new FleetJob.SanitizeThere(
            configuration, compilers.present(configuration, binary), within));
  }

  private Optional<Rejected> examined(FleetJob job) throws InterruptedException {
    if (call(job) instanceof FleetResult.ExaminedThere(Optional<Rejected> refusal)) {
      return refusal;
    }
    throw unexpected();
  }

  /** Measured again without each finalist that fails, and with its successor. */
  @Override
  public FinalsResult finals(
      List<Finalist> finalists,
      FinalsSettings settings,
      FinalistSuccession succession,
      FinalsCourse course)
      throws InterruptedException {
    var entered = new ArrayList<>(finalists);
    var outcomes = new HashMap<Integer, Outcome>();
    while (outcomes.size() < entered.size()) {
      List<Integer> left =
          IntStream.range(0, entered.size()).filter(i -> !outcomes.containsKey(i)).boxed().toList();
      var present = new ArrayList<Finalist>();
      for (int i : left) {
        Finalist one = entered.get(i);
        present.add(
            new Finalist(
                one.configuration(), compilers.present(one.configuration(), one.binary())));
      }
      var job = new FleetJob.HoldFinals(present, settings.within(course.left()));
      switch (call(job, course::progressed)) {
        case FleetResult.FinalsHeld(FinalsResult held) -> {
          IntStream.range(0, left.size())
              .forEach(i -> outcomes.put(left.get(i), held.outcomes().get(i)));
          return new FinalsResult(inOrder(entered.size(), outcomes), held.baselines());
        }
        case FleetResult.FinalistFailed(int position, Rejected why) -> {
          outcomes.put(left.get(position), why);
          succession.successor(left.get(position), why).ifPresent(entered::add);
        }
        case FleetResult.CompiledThere _,
            FleetResult.ReadyThere _,
            FleetResult.EvaluatedThere _,
            FleetResult.ExaminedThere _,
            FleetResult.HostBroken _ ->
            throw unexpected();
      }
    }
    return new FinalsResult(inOrder(entered.size(), outcomes), List.of());
  }

  private static List<Outcome> inOrder(int entered, Map<Integer, Outcome> outcomes) {
    return IntStream.range(0, entered)
        .mapToObj(i -> Objects.requireNonNull(outcomes.get(i)))
        .toList();
  }

  private FleetResult call(FleetJob job) throws InterruptedException {
    return call(job, _ -> {});
  }

  private FleetResult call(FleetJob job, Consumer<FinalsProgress> progress)
      throws InterruptedException {
    try {
      return coordinator.call(remote, job, progress, ended);
    } catch (HostLostException e) {
      throw new DeviceLostException(String.valueOf(e.getMessage()), e);
    }
  }

  private IllegalStateException unexpected() {
    return new IllegalStateException(
        "The result of host '%s' does not fit the job.".formatted(host()));
  }
}
