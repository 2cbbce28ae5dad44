package dev.evokernel.report;

import module java.base;

import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.store.run.RunDeviceRecord;

/**
 * Share of one device in the evaluations of a run.
 *
 * @param evaluations number of evaluations on the device, without binaries timed earlier
 * @param rejected number of rejected evaluations
 * @param perMinute evaluations per minute since the device last joined; empty before the second
 * @param mean time to verify and time one candidate; empty before the first
 * @param last end of the latest evaluation
 */
record DeviceShare(
    RunDeviceRecord device,
    int evaluations,
    long rejected,
    OptionalDouble perMinute,
    Optional<Duration> mean,
    Optional<Instant> last) {

  /** A share for each device of the run, by number. */
  static List<DeviceShare> of(RunHistory history) {
    var shares = new ArrayList<DeviceShare>();
    for (RunDeviceRecord device : history.devices()) {
      shares.add(
          of(
              device,
              history.outlines().stream()
                  .flatMap(candidate -> candidate.evaluation().stream())
                  .filter(end -> end.device() == device.number() && end.evaluateNanos() > 0)
                  .toList()));
    }
    return shares;
  }

  private static DeviceShare of(RunDeviceRecord device, List<Evaluation> there) {
    Optional<Instant> last = there.stream().map(Evaluation::finished).max(Instant::compareTo);
    long recent = there.stream().filter(end -> end.finished().isAfter(device.joined())).count();
    double minutes =
        last.map(at -> Duration.between(device.joined(), at).toMillis() / 60_000.0).orElse(0.0);
    OptionalDouble mean = there.stream().mapToLong(Evaluation::evaluateNanos).average();
    return new DeviceShare(
        device,
        there.size(),
        there.stream().filter(end -> !end.isMeasured()).count(),
        recent > 1 && minutes > 0 ? OptionalDouble.of(recent / minutes) : OptionalDouble.empty(),
        mean.isPresent()
            ? Optional.of(Duration.ofNanos((long) mean.getAsDouble()))
            : Optional.empty(),
        last);
  }

  /** Mean time of an evaluation, relative to the median over all devices. */
  OptionalDouble slowness(List<DeviceShare> all) {
    return overMedian(all, share -> share.mean().map(time -> (double) time.toNanos()));
  }

  /** Time of the default, relative to the median over all devices. */
  OptionalDouble defaultSlowness(List<DeviceShare> all) {
    return overMedian(all, share -> share.device().relative());
  }

  private OptionalDouble overMedian(
      List<DeviceShare> all, Function<DeviceShare, Optional<Double>> time) {
    double[] sorted =
        all.stream()
            .flatMap(share -> time.apply(share).stream())
            .mapToDouble(known -> known)
            .sorted()
            .toArray();
    int half = sorted.length / 2;
    return time.apply(this).stream()
        .mapToDouble(
            own ->
                own
                    / (sorted.length % 2 == 1
                        ? sorted[half]
                        : (sorted[half - 1] + sorted[half]) / 2))
        .filter(Double::isFinite)
        .findFirst();
  }
}
