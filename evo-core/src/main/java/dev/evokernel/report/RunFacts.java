package dev.evokernel.report;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.Commit;
import dev.evokernel.store.DriftCheck;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.RecoveryCheck;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Suspect;
import java.time.ZoneId;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** What several reports say of a run in the same words. */
public final class RunFacts {

  private RunFacts() {}

  /** The backend's name under which the store keeps runs on a recording. */
  static final String REPLAY = "replay";

  /** Whether the run evaluated a recording in place of a device. */
  public static boolean isReplayed(StoredRun run) {
    return run.subject().backend().equals(REPLAY);
  }

  /** Device, driver, compiler, host and sources of a run, by label. */
  public static SequencedMap<String, String> provenance(StoredRun run, ZoneId zone) {
    var facts = new LinkedHashMap<String, String>();
    facts.put(
        "device", run.provenance().device().model() + " (" + run.provenance().device().id() + ")");
    facts.put("driver", run.provenance().device().driver());
    facts.put("compiler", run.provenance().compiler());
    facts.put("host", run.provenance().host());
    facts.put("commit", run.provenance().commit().map(RunFacts::commit).orElse("none"));
    facts.put("sources", run.subject().sourceHash());
    facts.put("evo", run.provenance().evoVersion());
    facts.put("seed", Long.toString(run.run().seed()));
    facts.put("started", Units.minute(run.run().started(), zone));
    return facts;
  }

  private static String commit(Commit commit) {
    return commit.hash() + (commit.dirty() ? ", with changes" : "");
  }

  /** How many candidates ended in each outcome, the most frequent first. */
  static SequencedMap<String, Long> outcomes(RunHistory history) {
    Map<String, Long> counted =
        history.outlines().stream()
            .collect(
                Collectors.groupingBy(
                    one -> outcome(history.run(), one.outcomeLabel()), Collectors.counting()));
    return sorted(counted);
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

  /** In a run that goes on no more, an attempt without an outcome has lost it. */
  static String outcome(StoredRun run, String label) {
    return label.equals(Candidate.ATTEMPTING) && run.status() != RunStatus.RUNNING ? "lost" : label;
  }

  /** For example {@code 41 measured, 3 compile-error}. */
  static String outcomesText(StoredRun run, Map<String, Long> outcomes) {
    var named = new HashMap<String, Long>();
    outcomes.forEach((label, count) -> named.put(outcome(run, label), count));
    return sorted(named).entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }

  /** What the recovery checks showed after lost processes; empty where no process was lost. */
  public static Optional<String> recoveryChecks(List<RecoveryCheck> checks) {
    if (checks.isEmpty()) {
      return Optional.empty();
    }
    DoubleSummaryStatistics ratios =
        checks.stream().mapToDouble(RecoveryCheck::ratio).summaryStatistics();
    return Optional.of(
        String.format(
            Locale.ROOT,
            "replaced %s; before another candidate ran, the default was measured again, in"
                + " %.1f s all together: %.2f to %.2f times what it took at first",
            times(checks.stream().filter(RecoveryCheck::afterLoss).count()),
            checks.stream().mapToLong(check -> check.spent().toMillis()).sum() / 1000.0,
            ratios.getMin(),
            ratios.getMax()));
  }

  /** What the drift checks showed during the search; empty where there was none. */
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
                "measured again %s, %.3f to %.3f times as long as it had been taking; %s beyond the"
                    + " margin (after evaluation %s)",
                times(ratios.getCount()),
                ratios.getMin(),
                ratios.getMax(),
                times(flags.driftChecks().stream().filter(check -> !check.sound()).count()),
                flags.driftChecks().stream()
                    .map(check -> checked(check, history.devices()))
                    .collect(Collectors.joining(", ")))
            + (flags.suspects().isEmpty()
                ? ""
                : "; %d suspect candidates were measured again, and %d could not be: they lead only if they win the finals"
                    .formatted(again, open)));
  }

  private static String times(long count) {
    return count == 0 ? "never" : count == 1 ? "once" : count + " times";
  }

  private static String checked(DriftCheck check, List<RunDeviceRecord> devices) {
    String device = device(check, devices).map(" on "::concat).orElse("");
    return String.format(Locale.ROOT, "%d%s: %.3f", check.evaluations(), device, check.ratio());
  }

  /** The device of a check, with its host where there were several; empty for an only device. */
  public static Optional<String> device(DriftCheck check, List<RunDeviceRecord> devices) {
    boolean hosts = devices.stream().map(RunDeviceRecord::host).distinct().count() > 1;
    return devices.stream()
        .filter(one -> devices.size() > 1 && one.number() == check.device())
        .map(one -> hosts ? one.id() + " of " + one.host() : one.id())
        .findFirst();
  }

  /** Which measured candidates are excluded, and why; empty where none is. */
  public static Optional<String> exclusions(FlaggedCandidates flags) {
    return flags.exclusions().isEmpty()
        ? Optional.empty()
        : Optional.of(
            flags.exclusions().stream()
                .map(one -> one.candidate() + " (" + one.why().reason().label() + ")")
                .collect(Collectors.joining(", ", "candidate ", "")));
  }
}
