package dev.evokernel.shipping.format;

import module java.base;

import dev.evokernel.cli.options.ResultFormat;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.RunFiles;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.Relation;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.comparison.ComparisonSettings;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import org.jspecify.annotations.Nullable;

/**
 * Measures the buckets of a file or a run again after a driver, a compiler or a device changed, and
 * decides on each: keep, replace or reopen.
 *
 * <p>The configurations of the buckets, those that were tied with them and a few of their
 * neighbours are measured interleaved with the default. A bucket is replaced if another
 * configuration is shown to be faster than the bucket's by more than the margin, and reopened if
 * its configuration is rejected or shown to be slower than the default. The regression gate's rule
 * decides, corrected for all configurations and shapes.
 *
 * @param kernel folder of the kernel; null for the recorded one
 * @param device null for the recorded backend
 * @param neighbours of each configuration
 */
public record FileRenewal(
    @Nullable Path kernel,
    @Nullable String device,
    Path results,
    int neighbours,
    ComparisonSettings settings) {

  public FileRenewal {
    if (neighbours < 0) {
      throw new BadInputException("--neighbours must be ≥ 0, was " + neighbours + ".");
    }
  }

  /** Decision on a bucket. */
  enum Decision {
    KEPT,
    REPLACED,
    REOPENED,
    UNDECIDED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A bucket before and after.
   *
   * @param after empty where the bucket is reopened
   * @param now comparison of the old configuration with the default; empty if it was rejected
   */
  record Line(
      Bucket before,
      Optional<Bucket> after,
      Decision decision,
      Optional<Contrast> now,
      Optional<Rejected> rejection) {}

  /**
   * Renews a file, which is replaced with its evidence unless nothing is left of it.
   *
   * @param write whether the file is replaced
   */
  public RenewalReport ofFile(
      Path file, boolean write, DeviceReservation reservation, Consumer<String> news)
      throws InterruptedException {
    Evidence evidence = Evidence.read(file);
    ResultFile format = format(evidence.format());
    AcceptedBuckets old = evidence.accepted();
    Path folder = kernel == null ? Path.of(old.kernel().folder()) : kernel;
    RecordedFile recorded = RecordedFile.of(old, folder, device, results);
    Measured measured = measured(recorded, reservation, news);
    AcceptedBuckets renewed = renewed(old, measured, recorded);
    List<Path> written =
        write && !renewed.buckets().isEmpty()
            ? RunFiles.write(format.files(renewed), evidence.path().resolveSibling(""))
            : List.of();
    return new RenewalReport(
        evidence.path().toString(), old.with().changes(measured.with()), measured.lines(), written);
  }

  /** Measures the result of a run again; no file is written. */
  public RenewalReport ofRun(
      RunHistory history, Path copy, DeviceReservation reservation, Consumer<String> news)
      throws InterruptedException {
    AcceptedBuckets old = AcceptedBuckets.of(history);
    RecordedFile recorded = RecordedFile.of(old, kernel == null ? copy : kernel, device, results);
    Measured measured = measured(recorded, reservation, news);
    return new RenewalReport(
        "run " + history.run().id(),
        old.with().changes(measured.with()),
        measured.lines(),
        List.of());
  }

  private static ResultFile format(String name) {
    return ResultFormat.all().stream()
        .filter(format -> format.name().equals(name) && format instanceof ResultFile)
        .map(ResultFile.class::cast)
        .findFirst()
        .orElseThrow(() -> new BadInputException("There is no format '%s'.".formatted(name)));
  }

  private record Measured(MeasuredWith with, List<Line> lines) {}

  private Measured measured(
      RecordedFile recorded, DeviceReservation reservation, Consumer<String> news)
      throws InterruptedException {
    var measurement = new Remeasurement(recorded.target(), settings, contenders(recorded));
    try (var _ = reservation.hold(recorded.target(), "renewal", news)) {
      MeasuredWith now = recorded.now();
      measurement.measure(() -> isAnswered(recorded, measurement), news);
      FileGate.requireDefault(measurement, recorded.theDefault());
      return new Measured(now, lines(recorded, measurement));
    }
  }

  /** Whether every bucket is decided, and no configuration may still turn out to be faster. */
  private boolean isAnswered(RecordedFile recorded, Remeasurement measurement) {
    return lines(recorded, measurement).stream()
        .noneMatch(
            line ->
                line.decision() == Decision.UNDECIDED
                    || (line.decision() == Decision.KEPT
                        && mayBeBeaten(line.before(), measurement)));
  }

  private boolean mayBeBeaten(Bucket bucket, Remeasurement measurement) {
    return measurement.configurations().stream()
        .flatMap(
            other ->
                measurement.contrast(bucket.shape().name(), bucket.configuration(), other).stream())
        .anyMatch(
            contrast ->
                contrast.typical() == Relation.UNDECIDED
                    && contrast.p50().ratio() > 1 + settings.margin());
  }

  /** The default, then the configurations of the buckets, tied ones and neighbours. */
  private List<Configuration> contenders(RecordedFile recorded) {
    var random = new SplittableRandom(settings.seed());
    var contenders = new LinkedHashSet<Configuration>();
    contenders.add(recorded.theDefault());
    recorded.buckets().forEach(bucket -> contenders.add(bucket.configuration()));
    List<Configuration> own = List.copyOf(contenders);
    recorded.accepted().tied().stream()
        .filter(
            tied ->
                Neighbours.isAllowed(recorded.target().kernel(), tied, recorded.target().shapes()))
        .forEach(contenders::add);
    for (Configuration configuration : own.subList(1, own.size())) {
      contenders.addAll(
          Neighbours.of(
              recorded.target().kernel(),
              configuration,
              recorded.target().shapes(),
              neighbours,
              random));
    }
    return List.copyOf(contenders);
  }

  private static List<Line> lines(RecordedFile recorded, Remeasurement measurement) {
    return recorded.buckets().stream()
        .map(bucket -> line(bucket, recorded.theDefault(), measurement))
        .toList();
  }

  private static Line line(Bucket bucket, Configuration theDefault, Remeasurement measurement) {
    String shape = bucket.shape().name();
    Configuration old = bucket.configuration();
    Optional<Contrast> now = measurement.contrast(shape, theDefault, old);
    FileGate.Verdict verdict = FileGate.Verdict.of(now);
    Configuration opponent = verdict == FileGate.Verdict.FAILS ? theDefault : old;
    Optional<Configuration> better =
        measurement.configurations().stream()
            .filter(other -> !other.equals(old) && !other.equals(theDefault))
            .filter(other -> isFaster(measurement, shape, opponent, other))
            .filter(other -> isFaster(measurement, shape, theDefault, other))
            .max(
                Comparator.comparingDouble(
                    other ->
                        measurement
                            .contrast(shape, theDefault, other)
                            .orElseThrow()
                            .p50()
                            .ratio()));
    Decision decision =
        better.isPresent()
            ? Decision.REPLACED
            : switch (verdict) {
              case HOLDS -> Decision.KEPT;
              case FAILS -> Decision.REOPENED;
              case UNDECIDED -> Decision.UNDECIDED;
            };
    Optional<Bucket> after =
        switch (decision) {
          case KEPT -> Optional.of(again(bucket, old, bucket.origin(), theDefault, measurement));
          case REPLACED ->
              Optional.of(
                  again(bucket, better.orElseThrow(), "evo renew", theDefault, measurement));
          case REOPENED -> Optional.empty();
          case UNDECIDED -> Optional.of(bucket);
        };
    return new Line(bucket, after, decision, now, measurement.rejection(old));
  }

  private static boolean isFaster(
      Remeasurement measurement, String shape, Configuration base, Configuration other) {
    return measurement
        .contrast(shape, base, other)
        .filter(contrast -> contrast.typical() == Relation.FASTER && !contrast.isRegression())
        .isPresent();
  }

  private static Bucket again(
      Bucket bucket,
      Configuration configuration,
      String origin,
      Configuration theDefault,
      Remeasurement measurement) {
    String shape = bucket.shape().name();
    return new Bucket(
        bucket.shape(),
        configuration,
        origin,
        measurement.times(shape, theDefault, configuration),
        measurement.sameBits(shape, theDefault, configuration));
  }

  private static AcceptedBuckets renewed(
      AcceptedBuckets old, Measured measured, RecordedFile recorded) {
    var leftOut = new LinkedHashMap<>(old.leftOut());
    for (Line line : measured.lines()) {
      if (line.decision() == Decision.REOPENED) {
        leftOut.put(
            line.before().shape().name(),
            "reopened: "
                + line.rejection()
                    .map(Candidate::reasonOf)
                    .orElseGet(() -> "slower than the default"));
      }
    }
    return new AcceptedBuckets(
        new AcceptedBuckets.TunedKernel(
            old.kernel().name(),
            old.kernel().folder(),
            old.kernel().backend(),
            recorded.theDefault()),
        measured.with(),
        List.of("Renewed from: " + old.with().sentence()),
        measured.lines().stream().flatMap(line -> line.after().stream()).toList(),
        leftOut,
        old.tied());
  }
}
