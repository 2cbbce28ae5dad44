package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Samples;
import dev.evokernel.shipping.AcceptedBuckets.MeasuredWith;
import dev.evokernel.spec.Host;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.stats.Contrast;
import dev.evokernel.stats.PairedSamples;
import dev.evokernel.store.Candidate;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.EvoVersion;
import dev.evokernel.tuning.NamedConfiguration;
import dev.evokernel.tuning.Target;
import dev.evokernel.tuning.TemporaryFolder;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import dev.evokernel.worker.protocol.CompileJob;
import org.jspecify.annotations.Nullable;

/**
 * New measurement of the buckets of a file or of a run, on the kernel and the device of now: the
 * default, the configurations of the buckets and others, interleaved in one fresh process after
 * another.
 *
 * <p>Bonferroni's correction makes the intervals of all configurations on all shapes hold together.
 */
final class Remeasurement {

  /**
   * Bucket as it was measured now.
   *
   * @param now comparison of its configuration with the default; empty if it was rejected
   */
  record Finding(Bucket bucket, Optional<Contrast> now, Optional<Outcome.Rejected> rejection) {

    /** The regression gate's rule decides. */
    FileGate.Verdict verdict() {
      return now.isEmpty() || now.get().isRegression()
          ? FileGate.Verdict.FAILS
          : now.get().notSlower() ? FileGate.Verdict.HOLDS : FileGate.Verdict.UNDECIDED;
    }
  }

  private final Target target;
  private final ComparisonSettings settings;
  private final List<Bucket> buckets;
  private final SequencedSet<Configuration> configurations = new LinkedHashSet<>();
  private final SplittableRandom random;

  private final Map<Configuration, Outcome.Rejected> rejected = new LinkedHashMap<>();

  /** Samples by shape and process. */
  private final Map<String, List<Map<Configuration, Measurement>>> measured = new HashMap<>();

  private Remeasurement(Target target, ComparisonSettings settings, List<Bucket> buckets) {
    this.target = target;
    this.settings = settings;
    this.buckets = List.copyOf(buckets);
    this.random = new SplittableRandom(settings.seed());
    configurations.add(theDefault());
    buckets.forEach(bucket -> configurations.add(bucket.configuration()));
  }

  /**
   * Finds the kernel's shapes and configurations.
   *
   * @param device null for the backend on which the buckets were measured
   * @throws BadInputException if the kernel no longer has a shape or a configuration
   */
  static Remeasurement of(
      AcceptedBuckets accepted,
      Path folder,
      @Nullable String device,
      Path results,
      ComparisonSettings settings) {
    if (!Files.exists(folder)) {
      throw new BadInputException(
          "The kernel %s does not exist. Name its folder: --kernel FOLDER", folder);
    }
    List<String> names =
        accepted.buckets().stream().map(bucket -> bucket.shape().name()).distinct().toList();
    Target named =
        Target.of(
            folder,
            device == null ? accepted.kernel().backend() : device,
            names,
            List.of(),
            results);
    if (!named.kernel().name().equals(accepted.kernel().name())) {
      throw new BadInputException(
          "The configurations are those of the kernel '%s', and %s is '%s'. Name the kernel's folder: --kernel FOLDER",
          accepted.kernel().name(), folder, named.kernel().name());
    }
    var buckets = new ArrayList<Bucket>();
    var shapes = new ArrayList<Shape>();
    for (Bucket bucket : accepted.buckets()) {
      Shape now =
          named.shapes().stream()
              .filter(shape -> shape.name().equals(bucket.shape().name()))
              .findFirst()
              .orElseThrow();
      if (!now.isAsLargeAs(bucket.shape())) {
        throw new BadInputException(
            "Shape '%s' was %s when the file was written, and %s is %s now. Restore the shape, or export again.",
            now.name(), bucket.shape().plain(), Launcher.shown(named.kernel().file()), now.plain());
      }
      Configuration configuration =
          NamedConfiguration.carriedOver(
              named.kernel(), bucket.configuration(), List.of(now), bucket.origin());
      shapes.add(now.with(bucket.shape().cache()));
      buckets.add(
          new Bucket(
              bucket.shape(), configuration, bucket.origin(), bucket.times(), bucket.sameBits()));
    }
    return new Remeasurement(named.on(shapes), settings, buckets);
  }

  Target target() {
    return target;
  }

  /** The buckets, with the configurations as the kernel has them now. */
  List<Bucket> buckets() {
    return buckets;
  }

  Finding finding(Bucket bucket) {
    return new Finding(
        bucket, overDefault(bucket, bucket.configuration()), rejection(bucket.configuration()));
  }

  Configuration theDefault() {
    return target.kernel().defaultConfiguration();
  }

  /** Configurations to measure, the default first; others can be added before the measurement. */
  SequencedSet<Configuration> configurations() {
    return configurations;
  }

  /**
   * Measures until a condition holds, at least in two processes.
   *
   * @param purpose of the device's reservation
   * @return the circumstances of the measurement
   * @throws BadInputException if the default was rejected
   */
  MeasuredWith measure(
      String purpose,
      BooleanSupplier answered,
      DeviceReservation reservation,
      Consumer<String> news)
      throws InterruptedException {
    try (var _ = reservation.hold(target, purpose, news);
        TemporaryFolder temporary = TemporaryFolder.make()) {
      MeasuredWith now = now();
      news.accept("compiling %d configurations".formatted(configurations.size()));
      InterleavedComparison comparison =
          InterleavedComparison.of(
              settings.setup(target, temporary.folder(), news),
              configurations.stream()
                  .map(each -> new ComparedVariant(each.toString(), target.kernel(), each))
                  .toList());
      for (int process = 1; process <= settings.processes(); process++) {
        news.accept("measuring, process %d of at most %d".formatted(process, settings.processes()));
        take(comparison.hold(SequentialComparison.settings(random)));
        if (process >= ComparisonRule.CONFIRMATIONS && answered.getAsBoolean()) {
          break;
        }
      }
      rejection(theDefault())
          .ifPresent(
              why -> {
                throw new BadInputException(
                    "The kernel's default is rejected (%s: %s), and speed-ups are relative to it. Run: %s",
                    Candidate.reasonOf(why), why.message(), Launcher.command("check"));
              });
      return now;
    }
  }

  MeasuredWith now() throws InterruptedException {
    var job =
        new CompileJob(
            target.kernel().file(),
            target.backend().name(),
            target.device(),
            target.results().resolve("cache").toAbsolutePath(),
            target.timeouts().compile());
    try (CompileWorker compiler =
        CompileWorker.start(
            LaunchSpec.ofThisJvm(target.results().resolve("logs")), job, "version")) {
      return new MeasuredWith(
          "evo renew",
          Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
          EvoVersion.text(),
          target.device().model(),
          target.device().driver(),
          compiler.compilerVersion(),
          Host.name(),
          KernelSources.of(target.kernel()).hash());
    } catch (EnvironmentException e) {
      throw new EnvironmentException("The compiler cannot be asked: " + e.getMessage(), e);
    }
  }

  private void take(List<Outcome> outcomes) {
    var byShape = new HashMap<String, Map<Configuration, Measurement>>();
    var ordered = List.copyOf(configurations);
    for (int i = 0; i < outcomes.size(); i++) {
      Configuration configuration = ordered.get(i);
      switch (outcomes.get(i)) {
        case Outcome.Rejected why -> rejected.putIfAbsent(configuration, why);
        case Outcome.Measured(List<Measurement> all) ->
            all.forEach(
                each ->
                    byShape
                        .computeIfAbsent(each.shape(), _ -> new HashMap<>())
                        .put(configuration, each));
      }
    }
    byShape.forEach(
        (shape, samples) -> measured.computeIfAbsent(shape, _ -> new ArrayList<>()).add(samples));
  }

  Optional<Outcome.Rejected> rejection(Configuration configuration) {
    return Optional.ofNullable(rejected.get(configuration));
  }

  Optional<Contrast> overDefault(Bucket bucket, Configuration configuration) {
    return contrast(bucket, theDefault(), configuration);
  }

  /** Compares a configuration with a base; empty if one of them was rejected. */
  Optional<Contrast> contrast(Bucket bucket, Configuration base, Configuration other) {
    List<PairedSamples> pairs = pairs(bucket, base, other);
    return pairs.isEmpty() || rejected.containsKey(base) || rejected.containsKey(other)
        ? Optional.empty()
        : Optional.of(
            settings
                .rule(target.shapes().size() * Math.max(1, configurations.size() - 1))
                .contrast(pairs));
  }

  /** The bucket with a configuration as it was measured now. */
  Bucket again(Bucket bucket, Configuration configuration, String origin) {
    List<PairedSamples> pairs = pairs(bucket, theDefault(), configuration);
    Samples others = PairedSamples.others(pairs);
    Contrast contrast = overDefault(bucket, configuration).orElseThrow();
    return new Bucket(
        bucket.shape(),
        configuration,
        origin,
        new Bucket.Times(
            PairedSamples.bases(pairs).p50(),
            others.p50(),
            others.p90(),
            others.count(),
            contrast.p50().ratio(),
            contrast.p50().low(),
            contrast.p50().high(),
            pairs.size()),
        processes(bucket, theDefault(), configuration)
            .findFirst()
            .flatMap(process -> process.getFirst().sameBits(process.getLast())));
  }

  private List<PairedSamples> pairs(Bucket bucket, Configuration base, Configuration other) {
    return processes(bucket, base, other)
        .map(
            process -> new PairedSamples(process.getFirst().samples(), process.getLast().samples()))
        .toList();
  }

  /** Measurements of the base and of the other by process. */
  private Stream<List<Measurement>> processes(
      Bucket bucket, Configuration base, Configuration other) {
    return measured.getOrDefault(bucket.shape().name(), List.of()).stream()
        .map(process -> Stream.of(base, other).map(process::get).toList())
        .filter(both -> both.stream().allMatch(Objects::nonNull));
  }
}
