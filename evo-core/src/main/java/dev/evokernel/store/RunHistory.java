package dev.evokernel.store;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;

/**
 * Everything that the store knows about one run.
 *
 * @param candidates by number, including candidates whose evaluation never ended. A {@linkplain
 *     ResultStore#pagedHistory paged} history reads all measurements again on each iteration
 * @param limits measured limits of the device under the same driver
 * @param recoveryChecks the default timed again in each process that replaced a lost one, in order
 * @param initialConfigurations of generation 0 besides the default, in order
 * @param devices that took part, by number; empty in a run before schema 13
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
    finals = run.status() == RunStatus.FINISHED ? finals : finals.map(FinalsDecision::soFar);
  }

  /** Copies this history with what the search alone knows. */
  public RunHistory search() {
    return new RunHistory(
        run,
        candidates,
        Optional.empty(),
        recoveryChecks,
        flags,
        baselines,
        limits,
        initialConfigurations,
        devices);
  }

  /** Describes in one sentence how the default was found, for a kernel that names none. */
  public Optional<String> foundDefault() {
    Configuration theDefault = run.subject().defaultConfiguration();
    return initialConfigurations.stream()
        .filter(initial -> initial.isFoundDefault() && initial.configuration().equals(theDefault))
        .map(
            initial ->
                "The kernel names no default: speed-ups are relative to %s%s, %s."
                    .formatted(
                        defaultCandidate()
                            .map(candidate -> "candidate %d, ".formatted(candidate.number()))
                            .orElse(""),
                        theDefault,
                        initial.origin().substring(StoredInitialConfiguration.FOUND.length())))
        .findFirst();
  }

  /** All candidates, by number; without their measurements in a paged history. */
  public List<Candidate> outlines() {
    return candidates instanceof PagedCandidates paged ? paged.outlines() : candidates;
  }

  /** Releases the outlines of a long run. The next access reads them again. */
  public void release() {
    if (candidates instanceof PagedCandidates paged) {
      paged.release();
    }
  }

  public List<Candidate> eligible() {
    return flags.eligible(outlines());
  }

  /**
   * Selects candidates, by number.
   *
   * @param shape whose measurements are needed: measurements of other shapes may be missing, and
   *     each measured candidate has one of this shape. Empty for all shapes
   */
  public List<Candidate> where(Predicate<Candidate> condition, Optional<String> shape) {
    return candidates instanceof PagedCandidates paged
        ? paged.where(condition, shape)
        : candidates.stream().filter(condition).toList();
  }

  /** Device states of the measurements with discarded samples, by candidate. */
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

  public Optional<Candidate> candidate(int number) {
    return candidates instanceof PagedCandidates paged
        ? paged.numbered(number)
        : candidates.stream().filter(candidate -> candidate.number() == number).findFirst();
  }

  /**
   * Measurements of a candidate in the finals, with the accuracy that the search found: equal
   * inputs give equal errors. Empty for a candidate that was not a finalist.
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

  /** The candidate with the kernel's default configuration, once it was proposed. */
  public Optional<Candidate> defaultCandidate() {
    Configuration theDefault = run.subject().defaultConfiguration();
    return outlines().stream()
        .filter(candidate -> candidate.configuration().equals(theDefault))
        .findFirst()
        .flatMap(outline -> candidate(outline.number()));
  }
}
