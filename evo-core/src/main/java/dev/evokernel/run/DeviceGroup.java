package dev.evokernel.run;

import module java.base;

import dev.evokernel.comparison.Concurrently;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunDeviceRecord;

/**
 * The devices of a run, with the devices that were lost or left because they became slow. A run
 * continues while at least one device takes part. Thread-safe.
 */
public final class DeviceGroup {

  private final double margin;
  private final Duration patience;
  private final InstantSource clock;
  private final Supplier<OptionalInt> reference;
  private final Consumer<RunDeviceRecord> record;
  private final Consumer<String> news;
  private final SequencedMap<MeasuringDevice, RunDeviceRecord> records = new LinkedHashMap<>();
  private final SequencedMap<MeasuringDevice, CandidateEvaluator> present = new LinkedHashMap<>();

  /**
   * @param margin the longest permitted time of the default on a device, relative to the fastest
   *     device
   * @param patience how long a run whose last device was lost waits for another; zero if no device
   *     can join later
   * @param reference the number of the device that measured the run's first candidate; empty before
   *     the measurement
   * @param record receives each change of a device's record
   */
  DeviceGroup(
      double margin,
      Duration patience,
      InstantSource clock,
      Supplier<OptionalInt> reference,
      Consumer<RunDeviceRecord> record,
      Consumer<String> news) {
    this.margin = margin;
    this.patience = patience;
    this.clock = clock;
    this.reference = reference;
    this.record = record;
    this.news = news;
  }

  synchronized void join(
      MeasuringDevice device, RunDeviceRecord about, CandidateEvaluator evaluator) {
    present.put(device, evaluator);
    records.put(device, about);
    notifyAll();
  }

  /** Adds a device to a run that is in the store. */
  synchronized void joinLater(
      MeasuringDevice device, RunDeviceRecord about, CandidateEvaluator evaluator) {
    join(device, about, evaluator);
    record.accept(about);
    news.accept(
        "device %s takes part%s"
            .formatted(
                device.name(),
                isReference(device) && !hasReference()
                    ? gone().stream()
                        .map(MeasuringDevice::name)
                        .collect(
                            Collectors.joining(", ", ", and measures the default in place of ", ""))
                    : ""));
  }

  /** Records the devices, once the run is in the store. */
  public synchronized void record() {
    records.values().forEach(record);
  }

  private void put(MeasuringDevice device, RunDeviceRecord about) {
    records.put(device, about);
    record.accept(about);
  }

  /** Returns the device that represents all devices: the first that still takes part. */
  public synchronized MeasuringDevice primary() {
    return present.firstEntry().getKey();
  }

  public synchronized CandidateEvaluator evaluator() {
    return present.firstEntry().getValue();
  }

  /** Lists the devices that take part, each with its evaluator. */
  public synchronized SequencedMap<MeasuringDevice, CandidateEvaluator> present() {
    return new LinkedHashMap<>(present);
  }

  /**
   * Holds the last drift check on all devices at once. The first device measures the suspects of
   * departed devices again.
   *
   * @param atLeast the number of suspects that each device measures again regardless of the time
   */
  public void finishDriftChecks(int atLeast) throws InterruptedException {
    for (MeasuringDevice gone : gone()) {
      List<Candidate> open = gone.drift().map(DriftMonitor::open).orElse(List.of());
      primary().drift().ifPresent(monitor -> monitor.adopt(open));
    }
    Concurrently.all(
        present().keySet().stream()
            .flatMap(device -> device.drift().stream())
            .<Callable<DriftMonitor>>map(
                monitor ->
                    () -> {
                      monitor.finish(atLeast);
                      return monitor;
                    })
            .toList());
  }

  private synchronized List<MeasuringDevice> gone() {
    return records.keySet().stream().filter(device -> !present.containsKey(device)).toList();
  }

  /** Whether a device has measured the default as the run's first candidate. */
  boolean hasReference() {
    return reference.get().isPresent();
  }

  /**
   * Whether a device is the reference, which measures the default as the run's first candidate.
   * Before the measurement, the reference is the first device present.
   */
  synchronized boolean isReference(MeasuringDevice device) {
    OptionalInt number = reference.get();
    return number.isPresent()
        ? device.number() == number.getAsInt()
        : !present.isEmpty() && present.firstEntry().getKey() == device;
  }

  /** Records that a device may have measured the default as the run's first candidate. */
  synchronized void measuredFirst(MeasuringDevice device) {
    if (!device.isMeasured() && hasReference() && isReference(device)) {
      device.measuredFirst();
      measured(device);
    }
  }

  synchronized void measured(MeasuringDevice device) {
    RunDeviceRecord about = Objects.requireNonNull(records.get(device));
    put(device, about.taking(device.relative()));
  }

  /**
   * Explains why a device is too slow to stay: the default takes too much longer than on the
   * fastest device. Empty if the device may stay.
   */
  synchronized Optional<String> tooSlow(MeasuringDevice device) {
    if (present.size() < 2) {
      return Optional.empty();
    }
    MeasuringDevice fastest =
        present.keySet().stream()
            .filter(candidate -> candidate.isMeasured() || isReference(candidate))
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
   * Whether the worker restarted before its loss was noticed; the record then belongs to the new
   * worker.
   */
  private boolean isBack(MeasuringDevice device) {
    return present.keySet().stream().anyMatch(another -> another.number() == device.number());
  }

  /**
   * Removes a device, unless it is the last and no other can join. If others can join, waits for
   * one.
   *
   * @param why the end of a sentence
   * @return whether another device takes part
   */
  synchronized boolean leave(MeasuringDevice device, String why) throws InterruptedException {
    if (present.size() < 2 && patience.isZero()) {
      return false;
    }
    boolean passesOn = !hasReference() && isReference(device);
    present.remove(device);
    if (!isBack(device)) {
      put(device, Objects.requireNonNull(records.get(device)).leaving(clock.instant(), why));
    }
    news.accept(
        "warning: device %s left the run: %s. %s%s"
            .formatted(
                device.name(),
                why.replaceFirst("\\.$", ""),
                switch (present.size()) {
                  case 0 ->
                      "No device is left; waiting %d s for another."
                          .formatted(patience.toSeconds());
                  case 1 -> "One device is left.";
                  default -> present.size() + " devices are left.";
                },
                passesOn && !present.isEmpty()
                    ? " Device %s measures the default in its place.".formatted(primary().name())
                    : ""));
    long deadline = System.nanoTime() + patience.toNanos();
    for (long rest = patience.toNanos();
        present.isEmpty() && rest > 0;
        rest = deadline - System.nanoTime()) {
      wait(Math.max(1, rest / 1_000_000));
    }
    return !present.isEmpty();
  }
}
