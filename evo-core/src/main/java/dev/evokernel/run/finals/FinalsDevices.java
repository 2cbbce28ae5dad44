package dev.evokernel.run.finals;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.Concurrently;
import dev.evokernel.finals.FinalsTurns;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.run.device.DeviceGroup;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.Role;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.protocol.FinalsResult;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.FinalsStep;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;

/**
 * The devices that hold the processes of the finals, side by side, each in the order of its
 * processes. Results of one device are confirmed on another. The assignment of processes does not
 * depend on the devices' speeds.
 *
 * <p>A device that fails is left out of the finals. Another device repeats its current pair as a
 * whole and holds its remaining processes. A finalist that has cost two devices is not measured on
 * a third. The failure of the last device ends the finals.
 */
public final class FinalsDevices implements FinalsStep {

  /** Holds one process of the finals on a device. */
  @FunctionalInterface
  public interface Holding {
    FinalsResult on(RunDevice device, FinalsSeating seating, FinalistSuccession succession)
        throws InterruptedException;
  }

  private record Failure(RunDevice device, EnvironmentException why) {}

  private final List<RunDevice> devices;
  private final IntFunction<FinalsTurns> rule;
  private final Holding holding;
  private final Consumer<String> news;
  private final Map<Integer, String> held = new ConcurrentHashMap<>();

  /**
   * @param devices at least one
   * @param rule assigns processes to devices by their number
   * @param news receives a line for each failed device
   */
  FinalsDevices(
      List<RunDevice> devices,
      IntFunction<FinalsTurns> rule,
      Holding holding,
      Consumer<String> news) {
    this.devices = new ArrayList<>(devices);
    this.rule = rule;
    this.holding = new DeadlyFinalists(holding);
    this.news = news;
  }

  /** Selects the devices of a run's workers that take part in the run. */
  public static FinalsDevices of(
      RunSpec spec, RunWorkers workers, DeviceGroup group, Holding holding, Consumer<String> news) {
    return new FinalsDevices(
        present(workers.devices(), group::has),
        count -> FinalsTurns.of(spec, count),
        holding,
        news);
  }

  /**
   * Lists the devices that take part, each name once. Of two devices with one name, the later is
   * kept: its worker was restarted.
   */
  static List<RunDevice> present(List<? extends RunDevice> all, Predicate<String> takesPart) {
    var byName = new LinkedHashMap<String, RunDevice>();
    for (RunDevice device : all) {
      if (takesPart.test(device.name())) {
        byName.put(device.name(), device);
      }
    }
    return List.copyOf(byName.values());
  }

  @Override
  public List<List<Outcome>> hold(List<FinalsSeating> seatings, FinalistSuccession succession)
      throws InterruptedException {
    var wave = new FinalsWave(seatings, succession, this::held);
    for (List<FinalsSeating> open = wave.open(); !open.isEmpty(); open = wave.open()) {
      Concurrently.all(
              turns(open).entrySet().stream()
                  .map(turn -> holding(wave, turn.getKey(), turn.getValue()))
                  .toList())
          .forEach(failure -> failure.ifPresent(this::leaveOut));
    }
    return wave.outcomes();
  }

  private SequencedMap<RunDevice, List<FinalsSeating>> turns(List<FinalsSeating> seatings) {
    FinalsTurns now = rule.apply(devices.size());
    var turns = new LinkedHashMap<RunDevice, List<FinalsSeating>>();
    for (FinalsSeating one : seatings) {
      turns
          .computeIfAbsent(devices.get(now.device(one.process().number())), _ -> new ArrayList<>())
          .add(one);
    }
    return turns;
  }

  private static Callable<Optional<Failure>> holding(
      FinalsWave wave, RunDevice device, List<FinalsSeating> some) {
    return () -> {
      try {
        wave.hold(device, some);
        return Optional.empty();
      } catch (EnvironmentException e) {
        return Optional.of(new Failure(device, e));
      }
    };
  }

  private FinalsResult held(RunDevice device, FinalsSeating seating, FinalistSuccession succession)
      throws InterruptedException {
    FinalsResult result = holding.on(device, seating, succession);
    held.put(seating.process().number(), device.name());
    return result;
  }

  private void leaveOut(Failure failure) {
    if (devices.size() == 1) {
      throw failure.why();
    }
    news.accept(
        "warning: device %s is left out of the finals: %s"
            .formatted(failure.device().name(), failure.why().getMessage()));
    devices.remove(failure.device());
  }

  /**
   * Adds each device's measurement of the champion to the decision, if there were several devices.
   */
  public FinalsDecision confirmed(FinalsDecision decision) {
    SequencedMap<String, Double> speedUps = speedUps(decision);
    if (speedUps.size() < 2) {
      return decision;
    }
    return decision.because(
        List.of(
            speedUps.entrySet().stream()
                .map(
                    speedUp ->
                        String.format(
                            Locale.ROOT, "%.3f times on %s", speedUp.getValue(), speedUp.getKey()))
                .collect(
                    Collectors.joining(
                        ", ", "By device, the geometric mean of the shapes: ", "."))));
  }

  /** Computes the champion's speed-up over the default for each device that measured both. */
  private SequencedMap<String, Double> speedUps(FinalsDecision decision) {
    var byDevice = new LinkedHashMap<String, List<Double>>();
    for (FinalistMeasurement champion : decision.results()) {
      if (champion.role() == Role.CHAMPION) {
        theDefault(decision, champion.shape())
            .ifPresent(
                other ->
                    champion
                        .byProcess()
                        .processes()
                        .forEach(
                            (process, samples) ->
                                Optional.ofNullable(other.byProcess().processes().get(process))
                                    .ifPresent(
                                        base ->
                                            byDevice
                                                .computeIfAbsent(
                                                    Objects.requireNonNull(held.get(process)),
                                                    _ -> new ArrayList<>())
                                                .add(base.p50() / samples.p50()))));
      }
    }
    var means = new LinkedHashMap<String, Double>();
    byDevice.forEach(
        (name, some) ->
            means.put(
                name, GeometricMean.of(some.stream().mapToDouble(Double::doubleValue).toArray())));
    return means;
  }

  private static Optional<FinalistMeasurement> theDefault(FinalsDecision decision, String shape) {
    return decision.results().stream()
        .filter(result -> result.role() == Role.DEFAULT && result.shape().equals(shape))
        .findFirst();
  }
}
