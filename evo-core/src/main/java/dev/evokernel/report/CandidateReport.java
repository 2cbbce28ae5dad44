package dev.evokernel.report;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Workload;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** {@code evo show RUN/NUMBER}: everything known of one candidate. */
public final class CandidateReport {

  private CandidateReport() {}

  /**
   * @param candidate one of {@code history}
   */
  public static String text(RunHistory history, Candidate candidate, ZoneId zone) {
    StoredRun run = history.run();
    var text = new StringBuilder();
    text.append(candidate.reference())
        .append(": ")
        .append(run.subject().kernel())
        .append(" on ")
        .append(run.provenance().device().model())
        .append("\n\n")
        .append(Facts.lines(facts(candidate, zone)));
    candidate.evaluation().ifPresent(ended -> outcome(text, history, ended));
    flags(text, history, candidate);
    finals(text, history, candidate);
    return text.append("\nWhere\n")
        .append(Facts.lines(Facts.provenance(run, zone)))
        .append("\nReproduce\n")
        .append(Reproduction.ofConfiguration(run, candidate.configuration()))
        .toString();
  }

  private static SequencedMap<String, String> facts(Candidate candidate, ZoneId zone) {
    var facts = new LinkedHashMap<String, String>();
    facts.put("outcome", candidate.outcomeLabel());
    facts.put("configuration", candidate.configuration().toString());
    facts.put("flags", Macros.flags(candidate.configuration()));
    facts.put("fingerprint", candidate.configuration().fingerprint());
    facts.put("generation", Integer.toString(candidate.proposal().generation()));
    facts.put("origin", candidate.proposal().origin());
    if (!candidate.proposal().parents().isEmpty()) {
      facts.put(
          "parents",
          candidate.proposal().parents().stream()
              .map(number -> candidate.run() + "/" + number)
              .collect(Collectors.joining(", ")));
    }
    facts.put("attempts", Integer.toString(candidate.attempts()));
    candidate
        .objective()
        .ifPresent(value -> facts.put("objective", String.format(Locale.ROOT, "%.6f", value)));
    candidate
        .evaluation()
        .ifPresent(
            ended -> {
              facts.put("compile time", Units.time((double) ended.compileNanos()));
              facts.put("evaluate time", Units.time((double) ended.evaluateNanos()));
              facts.put("binary", ended.digest().isEmpty() ? "none" : ended.digest());
              facts.put("finished", Units.minute(ended.finished(), zone));
            });
    return facts;
  }

  private static void outcome(StringBuilder text, RunHistory history, Evaluation evaluation) {
    switch (evaluation.outcome()) {
      case Outcome.Measured measured ->
          measured.measurements().forEach(one -> measurement(text, history, one));
      case Outcome.Rejected(var reason, String shape, String message) ->
          text.append("\nRejected: ")
              .append(reason.label())
              .append(shape.isEmpty() ? "" : " on shape " + shape)
              .append('\n')
              .append(Facts.indented(Printable.text(message)));
    }
  }

  private static void measurement(StringBuilder text, RunHistory history, Measurement measurement) {
    var workload = history.run().subject().workload(measurement.shape());
    Samples samples = measurement.samples();
    text.append("\nShape ").append(workload.shape()).append('\n');
    var facts = new LinkedHashMap<String, String>();
    facts.put(
        "samples", samples.count() + " of " + measurement.launchesPerSample() + " launches each");
    facts.put("p50", Units.time(samples.p50()) + rate(workload, samples));
    limit(history, workload, samples).ifPresent(limit -> facts.put("limit", limit));
    facts.put("p90", Units.time(samples.p90()));
    facts.put("minimum", Units.time(samples.min()));
    facts.put(
        "mean", Units.time(samples.mean()) + ", deviation " + Units.time(samples.deviation()));
    measurement
        .joules()
        .ifPresent(joules -> facts.put("energy", energy(joules, measurement.samples())));
    measurement.accuracy().forEach(one -> facts.put("output " + one.argument(), accuracy(one)));
    Resources resources = measurement.resources();
    if (resources != null) {
      facts.put("registers", resources.registers() + " a thread");
      facts.put("local memory", resources.localBytes() + " bytes a thread");
      facts.put(
          "shared memory",
          "%d bytes a block, %d of them dynamic"
              .formatted(
                  resources.staticShared() + resources.dynamicShared(), resources.dynamicShared()));
      facts.put("occupancy", String.format(Locale.ROOT, "%.1f %%", 100 * resources.occupancy()));
    }
    String state = DeviceText.of(measurement.device());
    if (!state.isEmpty()) {
      facts.put("device", state);
    }
    text.append(Facts.lines(facts)).append(Histogram.of(samples));
  }

  /** How much of the device's measured limit it reaches, or how to find out. */
  private static Optional<String> limit(RunHistory history, Workload workload, Samples samples) {
    if (Facts.isReplayed(history.run())) {
      return Optional.empty();
    }
    return LimitShare.ceiling(history, workload)
        .map(
            ceiling ->
                "%s of it reached; %s by %s"
                    .formatted(
                        LimitShare.percent(ceiling.share(samples.p50())),
                        Units.time(ceiling.nanos()),
                        ceiling.binds().label()))
        .or(
            () ->
                history.limits().isPresent()
                    ? Optional.empty()
                    : Optional.of("not measured yet: " + LimitShare.command(history)));
  }

  private static String rate(Workload work, Samples samples) {
    String rate = Units.rate(work, samples.p50());
    return rate.isEmpty() ? "" : " (" + rate + ")";
  }

  private static String energy(double joules, Samples samples) {
    return String.format(
        Locale.ROOT,
        "%s a launch, %.1f W over its mean time",
        Units.energy(joules),
        1e9 * joules / samples.mean());
  }

  private static String accuracy(OutputComparison comparison) {
    return String.format(
        Locale.ROOT,
        "%d of %d elements wrong; worst at %d: %s instead of %s, %.3g of the tolerance",
        comparison.wrong(),
        comparison.elements(),
        comparison.worstIndex(),
        comparison.actual(),
        comparison.expected(),
        comparison.excess());
  }

  /** What came out after the measurement. */
  private static void flags(StringBuilder text, RunHistory history, Candidate candidate) {
    history
        .flags()
        .exclusion(candidate.number())
        .ifPresent(
            exclusion ->
                text.append("\nMay not lead: ")
                    .append(exclusion.why().reason().label())
                    .append(
                        exclusion.why().shape().isEmpty()
                            ? ""
                            : " on shape " + exclusion.why().shape())
                    .append('\n')
                    .append(Facts.indented(Printable.text(exclusion.why().message()))));
    history
        .flags()
        .suspect(candidate.number())
        .ifPresent(
            doubt ->
                text.append("\nMeasured while the device drifted")
                    .append(
                        !doubt.settled()
                            ? ", and not again before the finals: only they can make it lead\n"
                            : doubt.objective().isEmpty()
                                ? "; failed when it was measured again\n"
                                : String.format(
                                    Locale.ROOT,
                                    "; measured again, its objective is %.6f\n",
                                    doubt.objective().getAsDouble())));
  }

  private static void finals(StringBuilder text, RunHistory history, Candidate candidate) {
    var table = new TextTable().left("shape").left("as").right("p50").right("p90").left("speed-up");
    var results =
        history.finals().stream()
            .flatMap(finals -> finals.results().stream())
            .filter(result -> result.candidate() == candidate.number())
            .toList();
    results.forEach(
        result ->
            table.row(
                result.shape(),
                result.role().label(),
                Units.time(result.samples().p50()),
                Units.time(result.samples().p90()),
                result.speedUp().map(CandidateReport::speedUp).orElse("")));
    if (!results.isEmpty()) {
      text.append("\nFinals, interleaved with the default\n").append(table.text("  "));
    }
  }

  private static String speedUp(SpeedUp speedUp) {
    return String.format(
        Locale.ROOT,
        "%s, p = %.2g, Cliff's delta %.2f",
        speedUp,
        speedUp.pValue(),
        speedUp.cliffsDelta());
  }
}
