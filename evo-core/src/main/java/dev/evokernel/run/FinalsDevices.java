package dev.evokernel.run;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.Verdict;
import dev.evokernel.store.FinalistMeasurement;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.Role;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.workers.RunDevice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Which device holds which process of the finals: the first one the first, each pair of further
 * ones the next device, so that what one device measured another one confirms. A pair stays
 * together since each of its processes measures one half of the finalists.
 */
final class FinalsDevices {

  /** Holds one process of the finals on a device. */
  @FunctionalInterface
  interface Holding {
    FinalsResult on(RunDevice device) throws InterruptedException;
  }

  private final List<RunDevice> devices;
  private final Map<Integer, String> held = new HashMap<>();

  /**
   * @param devices at least one
   */
  FinalsDevices(List<RunDevice> devices) {
    this.devices = new ArrayList<>(devices);
  }

  /** Those that take part in a run. */
  static FinalsDevices of(List<? extends RunDevice> devices, DeviceGroup group) {
    return new FinalsDevices(
        devices.stream()
            .filter(device -> group.has(device.name()))
            .map(RunDevice.class::cast)
            .toList());
  }

  /**
   * On the device whose turn it is; on another, if that one fails. The last one's failure is that
   * of the finals.
   *
   * @param news takes a line on one that fails
   */
  FinalsResult hold(FinalsProcess process, Holding holding, Consumer<String> news)
      throws InterruptedException {
    int turn = process.number() / 2 % devices.size();
    RunDevice device = devices.get(turn);
    String name = device.name();
    try {
      FinalsResult result = holding.on(device);
      held.put(process.number(), name);
      return result;
    } catch (EnvironmentException e) {
      if (devices.size() == 1) {
        throw e;
      }
      news.accept(
          "warning: device %s is left out of the finals: %s".formatted(name, e.getMessage()));
      devices.remove(turn);
      return hold(process, holding, news);
    }
  }

  /** The decision, with what each device measured of the champion where there were several. */
  FinalsDecision confirmed(FinalsDecision decision) {
    SequencedMap<String, Double> speedUps = speedUps(decision);
    if (speedUps.size() < 2) {
      return decision;
    }
    var reasons = new ArrayList<>(decision.verdict().reasons());
    reasons.add(
        speedUps.entrySet().stream()
            .map(
                one -> String.format(Locale.ROOT, "%.3f times on %s", one.getValue(), one.getKey()))
            .collect(
                Collectors.joining(", ", "By device, the geometric mean of the shapes: ", ".")));
    return new FinalsDecision(
        decision.results(),
        new Verdict(decision.verdict().accepted(), reasons),
        decision.tied(),
        decision.portfolio());
  }

  /** The champion's over the default, by the device that measured both. */
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
        .filter(one -> one.role() == Role.DEFAULT && one.shape().equals(shape))
        .findFirst();
  }
}
