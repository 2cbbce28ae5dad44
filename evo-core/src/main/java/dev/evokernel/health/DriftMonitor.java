package dev.evokernel.health;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.EvaluationSpec.DriftSettings;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import dev.evokernel.worker.protocol.Evaluated;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import org.jspecify.annotations.Nullable;

/**
 * Drift checks of one device: measures the default at intervals. If a check is off by more than the
 * margin, candidates measured since the last check become suspect.
 *
 * <p>Only promising candidates become suspect: those that would be near the best if the whole drift
 * had been to their disadvantage. The others cannot lead, and measuring them again would waste
 * time.
 *
 * <p>Drift in either direction counts: on a device that became faster, earlier measurements look
 * slow. A session that resumes a run, and a process that replaces a lost one, begin with a recovery
 * check. A drift check follows at once if that check finds the default beyond the margin.
 *
 * <p>If a second measurement confirms the new level, objectives are relative to it from then on. As
 * soon as two checks in a row agree, suspects are measured again relative to them. The results
 * count only if the next check agrees too. The search receives only first measurements, so that a
 * resumed run that repeats the search is identical. Drift changes only which candidates may enter
 * the finals or become the best.
 *
 * <p>Confined to the thread of its device.
 */
public final class DriftMonitor {

  private static final double OF_OWN_DEVICE = 0.03;
  private static final double OF_SHARED_CORES = 0.15;

  /** Largest loss against the best, besides the drift, of a promising candidate. */
  private static final double NEAR = 0.1;

  /** Steps and state that a check needs. */
  public record Means(
      int number,
      EvaluationStep device,
      CompileStep compilers,
      RunClock time,
      BooleanSupplier left) {}

  private final Objective objective;
  private final int every;
  private final double margin;
  private final Means means;
  private final Configuration ofDefault;
  private final BiConsumer<DriftCheck, List<Suspect>> log;
  private final Consumer<String> news;
  private final Map<Integer, Candidate> suspects = new TreeMap<>();
  private final List<Candidate> window = new ArrayList<>();
  private @Nullable Measured level;
  private double best = Double.POSITIVE_INFINITY;
  private double swing = 1;
  private boolean moved;
  private boolean unsteady;
  private int since;
  private long evaluations;
  private boolean checked;

  public DriftMonitor(
      DriftSettings settings,
      Objective objective,
      Configuration ofDefault,
      Means means,
      List<Candidate> known,
      FlaggedCandidates seen,
      BiConsumer<DriftCheck, List<Suspect>> log,
      Consumer<String> news) {
    this.objective = objective;
    this.every = settings.every();
    this.margin = settings.margin().orElseThrow();
    this.means = means;
    this.ofDefault = ofDefault;
    this.log = log;
    this.news = news;
    Optional<DriftCheck> last = seen.driftChecks().reversed().stream().findFirst();
    this.checked = last.isPresent();
    this.unsteady = last.filter(check -> !check.sound()).isPresent();
    if (unsteady) {
      drifted(last.orElseThrow().ratio());
    }
    for (Candidate candidate : known) {
      candidate
          .evaluation()
          .ifPresent(
              ended -> {
                if (seen.isOpen(candidate.number())) {
                  suspects.put(candidate.number(), candidate);
                }
                if (last.isEmpty() || ended.finished().isAfter(last.get().at())) {
                  evaluated(candidate);
                } else {
                  begin(candidate);
                }
              });
    }
  }

  /** Margin of {@code drift.margin: auto}. */
  public static double usualMargin(boolean sharedCores) {
    return sharedCores ? OF_SHARED_CORES : OF_OWN_DEVICE;
  }

  /** Sets the level for later checks to the default as measured on a device that joined. */
  public void startsAt(Measured theDefault) {
    level = theDefault;
  }

  /** Adds evaluations before the last check that are not among the known candidates. */
  public void precededBy(long earlier) {
    evaluations += earlier;
  }

  public List<Candidate> open() {
    return List.copyOf(suspects.values());
  }

  /** Takes over the suspects of a device that left. */
  public void adopt(List<Candidate> some) {
    some.forEach(candidate -> suspects.put(candidate.number(), candidate));
  }

  /** The default at the new level; empty if the device did not drift. */
  public Optional<Measured> level() {
    return moved ? Optional.ofNullable(level) : Optional.empty();
  }

  public void evaluated(Candidate candidate) {
    begin(candidate);
    since++;
    if (candidate.objective().isPresent() && !candidate.configuration().equals(ofDefault)) {
      window.add(candidate);
    }
  }

  private void begin(Candidate candidate) {
    evaluations++;
    best = Math.min(best, candidate.objective().orElse(best));
    if (level == null
        && candidate.configuration().equals(ofDefault)
        && candidate.evaluation().orElseThrow().outcome() instanceof Measured measured) {
      level = measured;
    }
  }

  /**
   * Records a measurement of the default in a fresh process. If it is off by more than the margin
   * in either direction, the next check is due at once.
   *
   * @param ratio its time over the shortest before
   */
  public void recovered(double ratio) {
    if (!agree(ratio)) {
      since = Math.max(since, every);
    }
  }

  /** Runs a drift check if {@code drift.every} evaluations ended since the last. */
  public void checkIfDue() throws InterruptedException {
    if (every > 0 && since >= every) {
      check(0);
    }
  }

  /**
   * Runs a last check after the search if the run had any. The best suspects are measured again
   * even if the wall time is spent.
   *
   * @param atLeast number of suspects to measure regardless of time
   */
  public void finish(int atLeast) throws InterruptedException {
    if (every > 0 && ((checked && since > 0) || !suspects.isEmpty())) {
      check(atLeast);
    }
  }

  private void check(int atLeast) throws InterruptedException {
    Measured before = level;
    if (before == null) {
      return;
    }
    long began = means.time().nanos();
    Measured now = measuredDefault();
    double ratio = ratio(now, before);
    boolean sound = agree(ratio);
    drifted(ratio);
    if (!sound || unsteady) {
      window.stream()
          .filter(this::isPromising)
          .forEach(candidate -> suspects.put(candidate.number(), candidate));
    }
    Optional<List<Suspect>> settled =
        sound || settles(now, ratio) ? settle(now, atLeast) : Optional.empty();
    unsteady = settled.isEmpty();
    swing = unsteady ? swing : 1;
    record(began, ratio, sound, settled.orElse(List.of()));
    window.clear();
    since = 0;
    checked = true;
  }

  private void drifted(double ratio) {
    swing = Math.max(swing, Math.max(ratio, 1 / ratio));
  }

  private boolean isPromising(Candidate candidate) {
    return candidate.objective().orElseThrow() <= (1 + NEAR) * swing * best;
  }

  private void record(long began, double ratio, boolean sound, List<Suspect> settled) {
    settled.forEach(suspect -> suspects.remove(suspect.candidate()));
    Instant at = means.time().clock().instant();
    var all = new ArrayList<>(settled);
    suspects.keySet().forEach(number -> all.add(Suspect.open(number, at)));
    log.accept(
        new DriftCheck(
            means.number(),
            evaluations,
            at,
            ratio,
            sound,
            Duration.ofNanos(means.time().nanos() - began)),
        all);
  }

  /** Measures the default again; the device has a new level if both measurements agree. */
  private boolean settles(Measured now, double ratio) throws InterruptedException {
    news.accept(
        String.format(
            Locale.ROOT,
            "the device drifted: the default takes %.3f times as long; candidates measured since"
                + " the last drift check are suspect",
            ratio));
    Measured again = measuredDefault();
    if (!agree(ratio(again, now))) {
      return false;
    }
    level = again;
    moved = true;
    return true;
  }

  /**
   * Measures the suspects again, best first; empty if the device drifted during the measurements.
   */
  private Optional<List<Suspect>> settle(Measured opening, int atLeast)
      throws InterruptedException {
    var settled = new ArrayList<Suspect>();
    List<Candidate> bestFirst =
        suspects.values().stream()
            .sorted(Comparator.comparingDouble(suspect -> suspect.objective().orElseThrow()))
            .toList();
    for (Candidate candidate : bestFirst) {
      if (settled.size() >= atLeast && !means.left().getAsBoolean()) {
        break;
      }
      Outcome outcome = measure(candidate.configuration()).outcome();
      settled.add(
          Suspect.settled(
              candidate.number(),
              outcome instanceof Measured measured
                  ? objective.first(measured, opening)
                  : OptionalDouble.empty(),
              means.time().clock().instant()));
    }
    boolean stayed = settled.isEmpty() || agree(ratio(measuredDefault(), opening));
    return stayed ? Optional.of(settled) : Optional.empty();
  }

  private Measured measuredDefault() throws InterruptedException {
    return switch (SteadyMeasurement.of(() -> measure(ofDefault)).outcome()) {
      case Measured measured -> measured;
      case Rejected rejected ->
          throw new ChangedDeviceException(
              ("The default was correct and now fails on the same device (%s: %s). Check other"
                      + " users and errors of the device (dmesg). Resume the run when the device has"
                      + " recovered.")
                  .formatted(rejected.reason().label(), rejected.message()));
    };
  }

  private Evaluated measure(Configuration configuration) throws InterruptedException {
    Binary binary =
        means
            .compilers()
            .binary(configuration, configuration + " compiled before and no longer compiles");
    return means.device().evaluate(EvaluationRequest.of(configuration, binary));
  }

  private static double ratio(Measured now, Measured before) {
    return Objective.DEFAULT.first(now, before).orElseThrow();
  }

  private boolean agree(double ratio) {
    return Math.abs(ratio - 1) <= margin;
  }
}
