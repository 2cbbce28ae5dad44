package dev.evokernel.run;

import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

/**
 * The devices of a run: which take part, and which was lost or became slow and left. A run goes on
 * as long as one takes part. Thread-safe.
 */
public final class DeviceGroup {

  private final double margin;
  private final InstantSource clock;
  private final Consumer<RunDeviceRecord> record;
  private final Consumer<String> news;
  private final SequencedMap<MeasuringDevice, RunDeviceRecord> records = new LinkedHashMap<>();
  private final SequencedMap<MeasuringDevice, CandidateEvaluator> present = new LinkedHashMap<>();

  /**
   * @param margin how much longer the default may take on one than on the fastest
   * @param record takes each change of a device's record
   * @param news takes one line on each that leaves
   */
  DeviceGroup(
      double margin, InstantSource clock, Consumer<RunDeviceRecord> record, Consumer<String> news) {
    this.margin = margin;
    this.clock = clock;
    this.record = record;
    this.news = news;
  }

  /** One device without checks of its health, of which nothing is recorded. */
  public static DeviceGroup only(
      EvaluationStep device,
      RunSpec spec,
      CandidateRegistry registry,
      Journal journal,
      RunClock time,
      TimeLeft left,
      RunListener listener) {
    var group = new DeviceGroup(0, time.clock(), _ -> {}, listener::began);
    var only = new MeasuringDevice(0, spec.device().id(), device, Optional.empty());
    group.present.put(
        only, new CandidateEvaluator(spec, only, registry, journal, time, listener, left));
    return group;
  }

  /** A device takes part. */
  synchronized void join(
      MeasuringDevice device, RunDeviceRecord about, CandidateEvaluator evaluator) {
    present.put(device, evaluator);
    records.put(device, about);
  }

  /** The run is in the store: so are its devices from here on. */
  synchronized void record() {
    records.values().forEach(record);
  }

  private void put(MeasuringDevice device, RunDeviceRecord about) {
    records.put(device, about);
    record.accept(about);
  }

  /** The device that stands for all: the first that still takes part. */
  synchronized MeasuringDevice primary() {
    return present.firstEntry().getKey();
  }

  /** What evaluates there. */
  synchronized CandidateEvaluator evaluator() {
    return present.firstEntry().getValue();
  }

  /** Those that take part. */
  synchronized SequencedMap<MeasuringDevice, CandidateEvaluator> present() {
    return new LinkedHashMap<>(present);
  }

  /** Whether a device takes part. */
  synchronized boolean has(String name) {
    return present.keySet().stream().anyMatch(device -> device.name().equals(name));
  }

  /** Those that left. */
  synchronized List<MeasuringDevice> gone() {
    return records.keySet().stream().filter(device -> !present.containsKey(device)).toList();
  }

  /** The default was measured on a device. */
  synchronized void measured(MeasuringDevice device) {
    RunDeviceRecord about = Objects.requireNonNull(records.get(device));
    put(device, about.taking(device.relative()));
  }

  /**
   * Whether the default takes so much longer on a device than on the fastest that the device should
   * leave; the reason, as text.
   */
  synchronized Optional<String> tooSlow(MeasuringDevice device) {
    if (present.size() < 2) {
      return Optional.empty();
    }
    MeasuringDevice fastest =
        present.keySet().stream()
            .filter(MeasuringDevice::isMeasured)
            .min((one, other) -> Double.compare(one.relative(), other.relative()))
            .orElse(device);
    double ratio = device.relative() / fastest.relative();
    return ratio <= 1 + margin
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "the default takes %.2f times as long there as on %s, and %.2f times is allowed",
                ratio,
                fastest.name(),
                1 + margin));
  }

  /**
   * A device leaves, unless it is the last.
   *
   * @param why as the end of a sentence
   * @return whether another one takes part
   */
  synchronized boolean leave(MeasuringDevice device, String why) {
    if (present.size() < 2) {
      return false;
    }
    present.remove(device);
    put(device, Objects.requireNonNull(records.get(device)).leaving(clock.instant(), why));
    news.accept(
        "warning: device %s is left out from now on: %s. %s"
            .formatted(
                device.name(),
                why.replaceFirst("\\.$", ""),
                present.size() == 1 ? "One device is left." : present.size() + " are left."));
    return true;
  }
}
