package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.FlaggedCandidates.RecoveryCheck;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import dev.evokernel.store.Provenance.Commit;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Units;

public final class RunFacts {

  private RunFacts() {}

  /** Number of rejections for one reason below which the reason is not worth a line. */
  private static final int FEW = 3;

  /** Inverse of the share of candidates above which a reason for rejections is common. */
  private static final int COMMON = 5;

  /** Name of the backend of replayed runs in the store. */
  public static final String REPLAY = "replay";

  public static boolean isReplayed(StoredRun run) {
    return run.subject().backend().equals(REPLAY);
  }

  /** Device, driver, compiler, host and sources of a run, by label. */
  public static SequencedMap<String, String> provenance(StoredRun run, ZoneId zone) {
    var facts = new LinkedHashMap<String, String>();
    facts.put(
        "device",
        run.provenance().device().model()
            + " ("
            + run.provenance().device().id()
            + ")"
            + run.provenance().traits().map(": "::concat).orElse(""));
    facts.put("driver", run.provenance().device().driver());
    facts.put("compiler", run.provenance().compiler());
    facts.put(
        "host",
        run.provenance().host()
            + (run.provenance().merged() ? ", merged: claims until measured here" : ""));
    facts.put("commit", run.provenance().commit().map(RunFacts::commit).orElse("none"));
    facts.put("sources", run.subject().sourceHash());
    facts.put("evo", run.provenance().evoVersion());
    facts.put("seed", Long.toString(run.run().seed()));
    facts.put("started", Units.minute(run.run().started(), zone));
    return facts;
  }

  private static String commit(Commit commit) {
    return commit.hash() + (commit.dirty() ? ", with uncommitted changes" : "");
  }

  public static SequencedMap<String, Long> outcomes(RunHistory history) {
    return sorted(
        history.outlines().stream()
            .collect(
                Collectors.groupingBy(
                    candidate -> outcome(history.run(), candidate.outcomeLabel()),
                    Collectors.counting())));
  }

  private static SequencedMap<String, Long> sorted(Map<String, Long> counted) {
    var sorted = new LinkedHashMap<String, Long>();
    counted.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  /** The label of an outcome; {@code lost} for an open attempt of a run that has ended. */
  public static String outcome(StoredRun run, String label) {
    return label.equals(Candidate.ATTEMPTING) && run.status() != RunStatus.RUNNING ? "lost" : label;
  }

  /** Counts as text: {@code 41 measured, 3 compile-error}. */
  public static String outcomesText(StoredRun run, Map<String, Long> outcomes) {
    var named = new HashMap<String, Long>();
    outcomes.forEach((label, count) -> named.put(outcome(run, label), count));
    return sorted(named).entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }

  /**
   * The reason for which more than a fifth of the evaluated candidates were rejected, with the key
   * that would allow them or leave them out. Empty if there is no such reason, and for a replay.
   */
  public static Optional<String> commonRejection(RunHistory history) {
    return isReplayed(history.run()) ? Optional.empty() : commonRejection(history.outlines());
  }

  static Optional<String> commonRejection(List<Candidate> candidates) {
    List<Evaluation> ended =
        candidates.stream().flatMap(candidate -> candidate.evaluation().stream()).toList();
    return ended.stream()
        .flatMap(end -> end.rejected().stream())
        .collect(Collectors.groupingBy(Rejected::reason, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(reason -> reason.getValue() >= FEW && COMMON * reason.getValue() > ended.size())
        .max(Map.Entry.comparingByValue())
        .map(
            reason ->
                "%d of %d candidates were rejected as %s. %s"
                    .formatted(
                        reason.getValue(),
                        ended.size(),
                        reason.getKey().label(),
                        allowing(reason.getKey())));
  }

  private static String allowing(Rejection reason) {
    return switch (reason) {
      case NOT_REPEATABLE ->
          "If atomic sums may differ from launch to launch, allow that in kernel.yaml: repeatable:"
              + " within-tolerance";
      case OTHER_BITS -> "To allow other bits, remove from kernel.yaml: numerics: {bits: default}";
      case WRONG_RESULT, NOT_FINITE ->
          "If the errors are rounding, widen 'tolerances' in kernel.yaml; otherwise exclude such"
              + " configurations by 'constraints'.";
      case TIMEOUT -> "To wait longer, raise in evo.yaml: timeout: {compile: 2m, evaluation: 2m}";
      case INPUT_MODIFIED -> "If the kernel may write that argument, add to it: inout: true";
      case SUSPICIOUS -> "Check 'work' in kernel.yaml, and that the kernel does all of it.";
      case CONSTRAINT,
          COMPILE_ERROR,
          RESOURCE_LIMIT,
          LAUNCH_FAILURE,
          OUT_OF_MEMORY,
          ILLEGAL_ACCESS,
          CRASH,
          OUT_OF_BOUNDS_WRITE,
          OUT_OF_BOUNDS_READ,
          SANITIZER,
          LEFT_BEHIND ->
          "Exclude such configurations by 'constraints' in kernel.yaml, or correct the kernel.";
    };
  }

  /** Results of the recovery checks after lost processes; empty if no process was lost. */
  public static Optional<String> recoveryChecks(List<RecoveryCheck> checks) {
    if (checks.isEmpty()) {
      return Optional.empty();
    }
    DoubleSummaryStatistics ratios =
        checks.stream().mapToDouble(RecoveryCheck::ratio).summaryStatistics();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "replaced %s; the default was re-measured before the next candidate: %.2f to %.2f"
                + " times its first time (%.1f s in total)",
            times(checks.stream().filter(RecoveryCheck::afterLoss).count()),
            ratios.getMin(),
            ratios.getMax(),
            checks.stream().mapToLong(check -> check.spent().toMillis()).sum() / 1000.0));
  }

  /** Results of the drift checks in the search; empty if there were none. */
  public static Optional<String> drift(RunHistory history) {
    FlaggedCandidates flags = history.flags();
    if (flags.driftChecks().isEmpty()) {
      return Optional.empty();
    }
    DoubleSummaryStatistics ratios =
        flags.driftChecks().stream().mapToDouble(DriftCheck::ratio).summaryStatistics();
    long again = flags.suspects().stream().filter(Suspect::settled).count();
    long open = flags.suspects().size() - again;
    return Optional.of(
        String.format(
                Locale.ROOT,
                "default re-measured %s, at %.3f to %.3f times its level; %s beyond the margin"
                    + " (after evaluation %s)",
                times(ratios.getCount()),
                ratios.getMin(),
                ratios.getMax(),
                times(flags.driftChecks().stream().filter(check -> !check.sound()).count()),
                flags.driftChecks().stream()
                    .map(check -> checked(check, history.devices()))
                    .collect(Collectors.joining(", ")))
            + (flags.suspects().isEmpty()
                ? ""
                : "; %d suspect candidates were re-measured, %d were not and can only win in the finals"
                    .formatted(again, open)));
  }

  /**
   * Lost processes, disturbances, drift and exclusions of a run, by label, where there were any.
   */
  static SequencedMap<String, String> conditions(RunHistory history) {
    var facts = new LinkedHashMap<String, String>();
    recoveryChecks(history.recoveryChecks()).ifPresent(text -> facts.put("device worker", text));
    DeviceFacts.retaken(history).ifPresent(text -> facts.put("disturbances", text));
    drift(history).ifPresent(text -> facts.put("drift checks", text));
    exclusions(history.flags()).ifPresent(text -> facts.put("excluded", text));
    return facts;
  }

  private static String times(long count) {
    return count == 0 ? "never" : count == 1 ? "once" : count + " times";
  }

  private static String checked(DriftCheck check, List<RunDeviceRecord> devices) {
    String device = device(check, devices).map(" on "::concat).orElse("");
    return String.format(Locale.ROOT, "%d%s: %.3f", check.evaluations(), device, check.ratio());
  }

  /** The device of a check, with its host if there are several; empty if there is one device. */
  public static Optional<String> device(DriftCheck check, List<RunDeviceRecord> devices) {
    boolean hosts = devices.stream().map(RunDeviceRecord::host).distinct().count() > 1;
    return devices.stream()
        .filter(device -> devices.size() > 1 && device.number() == check.device())
        .map(device -> hosts ? device.id() + " of " + device.host() : device.id())
        .findFirst();
  }

  /** Excluded candidates with their reasons; empty if none is excluded. */
  public static Optional<String> exclusions(FlaggedCandidates flags) {
    return flags.exclusions().isEmpty()
        ? Optional.empty()
        : Optional.of(
            flags.exclusions().stream()
                .map(
                    excluded ->
                        "%d (%s)".formatted(excluded.candidate(), excluded.why().reason().label()))
                .collect(Collectors.joining(", ", "candidate ", "")));
  }

  /**
   * Counts the classes, and compares the fastest configuration of the default's class with the
   * fastest of all. Configurations that were not measured on all of the default's shapes do not
   * count. Empty if the bits are unknown, as in runs of evo 0.1.
   */
  public static Optional<String> bitClasses(RunHistory history) {
    return history
        .defaultCandidate()
        .flatMap(Candidate::evaluation)
        .filter(theDefault -> !theDefault.bits().isEmpty())
        .map(theDefault -> bitClasses(history, theDefault));
  }

  private static String bitClasses(RunHistory history, Evaluation theDefault) {
    Map<String, List<Candidate>> classes =
        history.outlines().stream()
            .filter(candidate -> isComparable(candidate, theDefault))
            .collect(Collectors.groupingBy(RunFacts::bits));
    List<Candidate> all = classes.values().stream().flatMap(List::stream).toList();
    if (classes.size() == 1) {
      return "Configurations that are correct on every shape: %d, all with the default's bits."
          .formatted(all.size());
    }
    OptionalDouble sameBits = bestOf(history, classes.getOrDefault(theDefault.bits(), List.of()));
    return "Configurations that are correct on every shape: %d, in %d classes of bits%s."
        .formatted(
            all.size(),
            classes.size(),
            history.run().run().objective().isTimeAlone() && sameBits.isPresent()
                ? String.format(
                    Locale.ROOT,
                    "; in the search, the fastest in the default's class is %.2f× the default, of all %.2f×",
                    1 / sameBits.getAsDouble(),
                    1 / bestOf(history, all).orElseThrow())
                : "");
  }

  private static boolean isComparable(Candidate candidate, Evaluation theDefault) {
    return !bits(candidate).isEmpty()
        && candidate.evaluation().orElseThrow().timed().equals(theDefault.timed());
  }

  private static String bits(Candidate candidate) {
    return candidate.evaluation().map(Evaluation::bits).orElse("");
  }

  private static OptionalDouble bestOf(RunHistory history, List<Candidate> candidates) {
    return history.flags().eligible(candidates).stream()
        .flatMapToDouble(candidate -> candidate.objective().stream())
        .min();
  }

  /** First digits of the digest of each output; other words as they are. */
  static String briefBits(String bits) {
    return bits.replaceAll("(?<=\\b[0-9a-f]{6})[0-9a-f]{10}\\b", "");
  }
}
