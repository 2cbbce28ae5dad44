package dev.evokernel.health;

import dev.evokernel.backend.Binary;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.DriftCheck;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.Suspect;
import dev.evokernel.worker.Evaluated;
import dev.evokernel.worker.EvaluationRequest;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The drift checks of a run: the default is measured again at intervals, and candidates measured
 * between two checks of which one is off by more than the margin become suspect.
 *
 * <p>Of these only the promising are suspect, those that would be near the best candidate if the
 * whole drift had been to their disadvantage. The others cannot lead, and measuring them again
 * would take the search's time.
 *
 * <p>Drift is drift either way: a device that became faster makes all that was measured before look
 * slow. A session that resumes a run, and a process that replaces a lost one, begin with a recovery
 * check, and a check follows at once if it finds the default beyond the margin.
 *
 * <p>If a second measurement confirms the new level of the device, objectives are relative to that
 * level from then on. Suspects are measured again as soon as two checks in a row agree, relative to
 * them, and count only if the next check agrees as well. The search receives first measurements
 * alone, so that a run that is resumed by repeating the search is the same; drift changes only
 * which candidates may enter the finals or become the best.
 *
 * <p>Of one device, and confined to its thread.
 */
public final class DriftMonitor {

  private static final double OF_OWN_DEVICE = 0.03;
  private static final double OF_SHARED_CORES = 0.15;

  /** By how much slower than the best a candidate may be, besides the drift, to be promising. */
  private static final double NEAR = 0.1;

  /** Takes a check with the suspects that it found or settled. */
  @FunctionalInterface
  public interface Log {
    void checked(DriftCheck check, List<Suspect> suspects);
  }

  /**
   * What a check needs.
   *
   * @param number of the device within the run
   * @param left whether wall time of the search is left
   */
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
  private final Log log;
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

  /**
   * @param settings with a margin
   * @param objective of the run
   * @param known the candidates of earlier sessions
   * @param seen drift checks and suspects of earlier sessions
   */
  public DriftMonitor(
      DriftSettings settings,
      Objective objective,
      Configuration ofDefault,
      Means means,
      List<Candidate> known,
      FlaggedCandidates seen,
      Log log,
      Consumer<String> news) {
    this.objective = objective;
    this.every = settings.every();
    this.margin = settings.margin().orElseThrow();
    this.means = means;
    this.ofDefault = ofDefault;
    this.log = log;
    this.news = news;
    this.checked = !seen.driftChecks().isEmpty();
    Optional<Instant> last =
        seen.driftChecks().isEmpty()
            ? Optional.empty()
            : Optional.of(seen.driftChecks().getLast().at());
    this.unsteady = checked && !seen.driftChecks().getLast().sound();
    if (unsteady) {
      drifted(seen.driftChecks().getLast().ratio());
    }
    for (Candidate candidate : known) {
      candidate
          .evaluation()
          .ifPresent(
              ended -> {
                if (seen.suspect(candidate.number())
                    .filter(suspect -> !suspect.settled())
                    .isPresent()) {
                  suspects.put(candidate.number(), candidate);
                }
                if (last.isEmpty() || ended.finished().isAfter(last.get())) {
                  evaluated(candidate);
                } else {
                  begin(candidate);
                }
              });
    }
  }

  /** The margin of {@code drift.margin: auto}. */
  public static double usualMargin(boolean sharedCores) {
    return sharedCores ? OF_SHARED_CORES : OF_OWN_DEVICE;
  }

  /**
   * The default was measured on a device that joined: the level that checks compare with, where
   * that is not the run's first candidate.
   */
  public void startsAt(Measured theDefault) {
    level = theDefault;
  }

  /** So many evaluations ended before the last check, besides the candidates that it knows. */
  public void precededBy(long earlier) {
    evaluations += earlier;
  }

  /** Candidates that are suspect, and were not measured again since. */
  public List<Candidate> open() {
    return List.copyOf(suspects.values());
  }

  /** Takes over the suspects of a device that left, to measure them here. */
  public void adopt(List<Candidate> some) {
    some.forEach(candidate -> suspects.put(candidate.number(), candidate));
  }

  /** The default at the device's new level; empty as long as the device did not drift. */
  public Optional<Measured> level() {
    return moved ? Optional.ofNullable(level) : Optional.empty();
  }

  /** One more evaluation ended. */
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
   * The default was measured in a fresh process. If it is off by more than the margin, slower or
   * faster, the next check is due at once: what is measured from now on would be relative to a
   * device that is another.
   *
   * @param ratio its time over the shortest before
   */
  public void recovered(double ratio) {
    if (!agree(ratio)) {
      since = Math.max(since, every);
    }
  }

  /** Holds a drift check if {@code drift.every} evaluations ended since the last. */
  public void checkIfDue() throws InterruptedException {
    if (every > 0 && since >= every) {
      check(0);
    }
  }

  /**
   * Holds a last check after the search, unless the run had none. The best suspects are measured
   * again although the search's wall time is spent.
   *
   * @param atLeast how many suspects are measured again whatever the time
   */
  public void finish(int atLeast) throws InterruptedException {
    if (every > 0 && ((checked && since > 0) || !suspects.isEmpty())) {
      check(atLeast);
    }
  }

  /**
   * @param atLeast how many suspects are measured again whatever the time
   */
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

  /** Relative to the best, with the largest drift since the device was steady. */
  private boolean isPromising(Candidate candidate) {
    return candidate.objective().orElseThrow() <= (1 + NEAR) * swing * best;
  }

  private void record(long began, double ratio, boolean sound, List<Suspect> settled) {
    settled.forEach(suspect -> suspects.remove(suspect.candidate()));
    Instant at = means.time().clock().instant();
    var all = new ArrayList<>(settled);
    suspects.keySet().forEach(number -> all.add(Suspect.open(number, at)));
    log.checked(
        new DriftCheck(
            means.number(),
            evaluations,
            at,
            ratio,
            sound,
            Duration.ofNanos(means.time().nanos() - began)),
        all);
  }

  /** Measures the default again; if both measurements agree, the device has a new level. */
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

  /** Measures the suspects again, the best first; empty if the device drifted meanwhile. */
  private Optional<List<Suspect>> settle(Measured opening, int atLeast)
      throws InterruptedException {
    var settled = new ArrayList<Suspect>();
    List<Candidate> bestFirst =
        suspects.values().stream()
            .sorted(Comparator.comparingDouble(one -> one.objective().orElseThrow()))
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
              "The default was right and now fails on the same device (%s: %s). See what else uses it, and its errors (for a GPU: nvidia-smi -q, dmesg); resume the run when the device is back to normal."
                  .formatted(rejected.reason().label(), rejected.message()));
    };
  }

  private Evaluated measure(Configuration configuration) throws InterruptedException {
    return switch (means.compilers().compile(configuration)) {
      case Compilation.Compiled(Binary binary) ->
          means.device().evaluate(EvaluationRequest.of(configuration, binary));
      case Compilation.Failed(String log, boolean _) ->
          throw new EnvironmentException(
              "%s compiled before and no longer compiles: %s".formatted(configuration, log));
    };
  }

  /** Drift is measured in time, whatever the objective. */
  private static double ratio(Measured now, Measured before) {
    return Objective.DEFAULT.first(now, before).orElseThrow();
  }

  private boolean agree(double ratio) {
    return Math.abs(ratio - 1) <= margin;
  }
}
