package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.OutputComparison;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Everything the store knows of one run.
 *
 * @param candidates by number; those whose evaluation never ended are among them. In a history that
 *     was read {@linkplain ResultStore#pagedHistory in pages} each walk through them reads all
 *     measurements
 * @param flags what was found about candidates after they were measured
 * @param baselines libraries timed beside the finalists; empty where none was
 * @param limits what its device can do, where that was measured under the same driver
 * @param recoveryChecks the default timed again in each process that replaced a lost one, in order
 * @param initialConfigurations of generation 0 besides the default, in its order
 * @param devices that took part, by number; none is known of a run before schema 13
 */
public record RunHistory(
    StoredRun run,
    List<Candidate> candidates,
    Optional<FinalsDecision> finals,
    List<RecoveryCheck> recoveryChecks,
    FlaggedCandidates flags,
    List<BaselineReading> baselines,
    Optional<MeasuredLimits> limits,
    List<StoredInitialConfiguration> initialConfigurations,
    List<RunDeviceRecord> devices) {

  public RunHistory {
    candidates = candidates instanceof PagedCandidates ? candidates : List.copyOf(candidates);
    recoveryChecks = List.copyOf(recoveryChecks);
    baselines = List.copyOf(baselines);
    initialConfigurations = List.copyOf(initialConfigurations);
    devices = List.copyOf(devices);
  }

  /** Of a run whose devices are not told apart. */
  public RunHistory(
      StoredRun run,
      List<Candidate> candidates,
      Optional<FinalsDecision> finals,
      List<RecoveryCheck> recoveryChecks,
      FlaggedCandidates flags,
      List<BaselineReading> baselines,
      Optional<MeasuredLimits> limits,
      List<StoredInitialConfiguration> initialConfigurations) {
    this(
        run,
        candidates,
        finals,
        recoveryChecks,
        flags,
        baselines,
        limits,
        initialConfigurations,
        List.of());
  }

  /**
   * Of a run without baselines and initial configurations, whose device's limits were never
   * measured.
   */
  public RunHistory(
      StoredRun run,
      List<Candidate> candidates,
      Optional<FinalsDecision> finals,
      List<RecoveryCheck> recoveryChecks,
      FlaggedCandidates flags) {
    this(run, candidates, finals, recoveryChecks, flags, List.of(), Optional.empty(), List.of());
  }

  /** Of a run without flagged candidates. */
  public RunHistory(
      StoredRun run,
      List<Candidate> candidates,
      Optional<FinalsDecision> finals,
      List<RecoveryCheck> recoveryChecks) {
    this(run, candidates, finals, recoveryChecks, FlaggedCandidates.NONE);
  }

  /** How the default was found, where the kernel names none: a sentence. */
  public Optional<String> foundDefault() {
    Configuration theDefault = run.subject().defaultConfiguration();
    return initialConfigurations.stream()
        .filter(one -> one.isFoundDefault() && one.configuration().equals(theDefault))
        .map(
            one ->
                "The kernel names no default: speed-ups are relative to %s%s, %s."
                    .formatted(
                        defaultCandidate()
                            .map(candidate -> "candidate %d, ".formatted(candidate.number()))
                            .orElse(""),
                        theDefault,
                        one.origin().substring(StoredInitialConfiguration.FOUND.length())))
        .findFirst();
  }

  /** All candidates, by number, without what was measured. */
  public List<CandidateOutline> outlines() {
    return candidates instanceof PagedCandidates paged
        ? paged.outlines()
        : candidates.stream().map(CandidateOutline::of).toList();
  }

  /** Lets go of the outlines of a long run; they are read again when they are asked for. */
  public void release() {
    if (candidates instanceof PagedCandidates paged) {
      paged.release();
    }
  }

  /** The candidates that may become champion, as {@link FlaggedCandidates#eligible}. */
  public List<CandidateOutline> eligible() {
    return flags.eligibleOutlines(outlines());
  }

  /**
   * Some candidates, by number.
   *
   * @param shape of the measurements that are asked for; those of others may be missing, and each
   *     candidate that was measured has one of it. Empty for all
   */
  public List<Candidate> where(Predicate<CandidateOutline> those, Optional<String> shape) {
    return candidates instanceof PagedCandidates paged
        ? paged.where(those, shape)
        : candidates.stream().filter(one -> those.test(CandidateOutline.of(one))).toList();
  }

  /** The device during the measurements of which samples were discarded, by candidate. */
  public List<DeviceState> disturbed() {
    return candidates instanceof PagedCandidates paged
        ? paged.disturbed()
        : candidates.stream()
            .flatMap(candidate -> candidate.measured().stream())
            .flatMap(measured -> measured.measurements().stream())
            .map(Measurement::device)
            .filter(state -> state.discarded() > 0)
            .toList();
  }

  /** Of a run that lost no process. */
  public RunHistory(StoredRun run, List<Candidate> candidates, Optional<FinalsDecision> finals) {
    this(run, candidates, finals, List.of());
  }

  /** The candidate with this number. */
  public Optional<Candidate> candidate(int number) {
    return candidates instanceof PagedCandidates paged
        ? paged.numbered(number)
        : candidates.stream().filter(candidate -> candidate.number() == number).findFirst();
  }

  /**
   * What the finals measured of a candidate, with the accuracy that the search found: the same
   * inputs give the same errors. Empty for a candidate that was no finalist.
   */
  public Optional<Measured> remeasured(int number) {
    List<Measurement> measurements =
        finals.stream()
            .flatMap(held -> held.results().stream())
            .filter(result -> result.candidate() == number)
            .map(
                result ->
                    new Measurement(
                        result.shape(),
                        result.samples(),
                        1,
                        accuracy(number, result.shape()),
                        null,
                        result.joules(),
                        DeviceState.UNKNOWN))
            .toList();
    return measurements.isEmpty() ? Optional.empty() : Optional.of(new Measured(measurements));
  }

  private List<OutputComparison> accuracy(int number, String shape) {
    return candidate(number)
        .flatMap(candidate -> candidate.measurement(shape))
        .map(Measurement::accuracy)
        .orElse(List.of());
  }

  /** The candidate that is the kernel's default configuration, once it has been proposed. */
  public Optional<Candidate> defaultCandidate() {
    Configuration theDefault = run.subject().defaultConfiguration();
    return outlines().stream()
        .filter(candidate -> candidate.configuration().equals(theDefault))
        .findFirst()
        .flatMap(one -> candidate(one.number()));
  }
}
