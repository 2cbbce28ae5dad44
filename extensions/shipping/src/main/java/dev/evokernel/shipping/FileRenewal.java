package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.ResultFormat;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.report.RunFiles;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.Contrast.Relation;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.NamedConfiguration;
import dev.evokernel.tuning.Target;
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
 */
record FileRenewal(
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

  enum Decision implements Labelled {
    KEPT,
    REPLACED,
    REOPENED,
    UNDECIDED
  }

  /**
   * A bucket before and after.
   *
   * @param after empty where the bucket is reopened
   */
  record Line(Remeasurement.Finding before, Optional<Bucket> after, Decision decision) {}

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
    Measured measured = measured(old, Path.of(old.kernel().folder()), reservation, news);
    AcceptedBuckets renewed = renewed(old, measured);
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
    Measured measured = measured(old, copy, reservation, news);
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
        .orElseThrow(() -> new BadInputException("There is no format '%s'.", name));
  }

  private record Measured(
      AcceptedBuckets.MeasuredWith with, Configuration theDefault, List<Line> lines) {}

  /**
   * @param recorded folder of the kernel, unless another is named
   */
  private Measured measured(
      AcceptedBuckets old, Path recorded, DeviceReservation reservation, Consumer<String> news)
      throws InterruptedException {
    var measurement =
        Remeasurement.of(old, kernel == null ? recorded : kernel, device, results, settings);
    addContenders(measurement, old.tied());
    AcceptedBuckets.MeasuredWith now =
        measurement.measure("renewal", () -> isAnswered(measurement), reservation, news);
    return new Measured(now, measurement.theDefault(), lines(measurement));
  }

  /** Whether every bucket is decided, and no configuration may still turn out to be faster. */
  private boolean isAnswered(Remeasurement measurement) {
    return lines(measurement).stream()
        .noneMatch(
            line ->
                line.decision() == Decision.UNDECIDED
                    || (line.decision() == Decision.KEPT
                        && mayBeBeaten(line.before().bucket(), measurement)));
  }

  private boolean mayBeBeaten(Bucket bucket, Remeasurement measurement) {
    return measurement.configurations().stream()
        .flatMap(other -> measurement.contrast(bucket, bucket.configuration(), other).stream())
        .anyMatch(
            contrast ->
                contrast.typical() == Relation.UNDECIDED
                    && contrast.p50().ratio() > 1 + settings.margin());
  }

  /** Adds tied configurations, and neighbours of those of the buckets. */
  private void addContenders(Remeasurement measurement, List<Configuration> tied) {
    var random = new SplittableRandom(settings.seed());
    Target target = measurement.target();
    List<Configuration> own = measurement.configurations().stream().skip(1).toList();
    tied.stream()
        .filter(each -> isAllowed(target, each))
        .forEach(measurement.configurations()::add);
    for (Configuration configuration : own) {
      measurement.configurations().addAll(neighbours(target, configuration, random));
    }
  }

  /**
   * Draws configurations that differ from a known one in one parameter, by one step in its list of
   * values, and that the kernel's constraints allow on all shapes.
   */
  private List<Configuration> neighbours(
      Target target, Configuration configuration, RandomGenerator random) {
    var all = new ArrayList<Configuration>();
    for (Parameter parameter : target.kernel().of(configuration).parameters()) {
      int position =
          parameter
              .values()
              .indexOf(Objects.requireNonNull(configuration.values().get(parameter.name())));
      for (int step : new int[] {-1, 1}) {
        int other = position + step;
        if (position >= 0 && other >= 0 && other < parameter.values().size()) {
          all.add(configuration.with(parameter.name(), parameter.values().get(other)));
        }
      }
    }
    Collections.shuffle(all, Random.from(random));
    return all.stream()
        .filter(neighbour -> isAllowed(target, neighbour))
        .limit(neighbours)
        .toList();
  }

  /** Whether the kernel has a configuration and its constraints allow it on all shapes. */
  private static boolean isAllowed(Target target, Configuration configuration) {
    try {
      return NamedConfiguration.carriedOver(
              target.kernel(), configuration, target.shapes(), "a neighbour")
          .equals(configuration);
    } catch (BadInputException _) {
      return false;
    }
  }

  private static List<Line> lines(Remeasurement measurement) {
    return measurement.buckets().stream().map(bucket -> line(bucket, measurement)).toList();
  }

  private static Line line(Bucket bucket, Remeasurement measurement) {
    Configuration old = bucket.configuration();
    Configuration theDefault = measurement.theDefault();
    Remeasurement.Finding before = measurement.finding(bucket);
    FileGate.Verdict verdict = before.verdict();
    Configuration opponent = verdict == FileGate.Verdict.FAILS ? theDefault : old;
    Optional<Configuration> better =
        measurement.configurations().stream()
            .filter(other -> !other.equals(old) && !other.equals(theDefault))
            .filter(other -> isFaster(measurement.contrast(bucket, opponent, other)))
            .filter(other -> isFaster(measurement.overDefault(bucket, other)))
            .max(
                Comparator.comparingDouble(
                    other -> measurement.overDefault(bucket, other).orElseThrow().p50().ratio()));
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
          case KEPT -> Optional.of(measurement.again(bucket, old, bucket.origin()));
          case REPLACED ->
              Optional.of(measurement.again(bucket, better.orElseThrow(), "evo renew"));
          case REOPENED -> Optional.empty();
          case UNDECIDED -> Optional.of(bucket);
        };
    return new Line(before, after, decision);
  }

  private static boolean isFaster(Optional<Contrast> contrast) {
    return contrast
        .filter(found -> found.typical() == Relation.FASTER && !found.isRegression())
        .isPresent();
  }

  private static AcceptedBuckets renewed(AcceptedBuckets old, Measured measured) {
    var leftOut = new LinkedHashMap<>(old.leftOut());
    for (Line line : measured.lines()) {
      if (line.decision() == Decision.REOPENED) {
        leftOut.put(
            line.before().bucket().shape().name(),
            "reopened: "
                + line.before()
                    .rejection()
                    .map(Candidate::reasonOf)
                    .orElseGet(() -> "slower than the default"));
      }
    }
    return new AcceptedBuckets(
        new AcceptedBuckets.TunedKernel(
            old.kernel().name(),
            old.kernel().folder(),
            old.kernel().backend(),
            measured.theDefault()),
        measured.with(),
        List.of("Renewed from: " + old.with().sentence()),
        measured.lines().stream().flatMap(line -> line.after().stream()).toList(),
        leftOut,
        old.tied());
  }
}
