package dev.evokernel.report;

import dev.evokernel.kernel.Printable;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Suspect;
import dev.evokernel.store.Workload;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * {@code evo show RUN/NUMBER}: everything known of one candidate.
 *
 * @param candidate one of {@code history}
 * @param studies what was measured of it after the run; may be empty
 */
public record CandidateReport(
    RunHistory history, Candidate candidate, ZoneId zone, List<Block> studies) implements Report {

  public CandidateReport {
    studies = List.copyOf(studies);
  }

  @Override
  public Document document() {
    StoredRun run = history.run();
    var blocks = new ArrayList<Block>();
    blocks.add(
        new Block.Heading(
            1,
            candidate.reference()
                + ": "
                + run.subject().kernel()
                + " on "
                + run.provenance().device().model()));
    blocks.add(Block.Facts.of(facts()));
    candidate.evaluation().ifPresent(ended -> blocks.addAll(outcome(ended)));
    blocks.addAll(flags());
    finals().ifPresent(table -> blocks.add(section("Finals, interleaved with the default", table)));
    blocks.add(section("Where", Block.Facts.of(RunFacts.provenance(run, zone))));
    blocks.add(
        section(
            "Reproduce",
            new Block.Code("sh", Reproduction.ofConfiguration(run, candidate.configuration()), 0)));
    blocks.addAll(studies);
    return new Document(blocks, CandidateData.of(history, candidate));
  }

  private static Block section(String heading, Block... blocks) {
    return Block.Together.under(new Block.Heading(2, heading), List.of(blocks));
  }

  /** A heading and what a tool said. */
  private static Block said(String heading, String message) {
    return section(heading, new Block.Code("", Printable.text(message), Table.INDENT));
  }

  private SequencedMap<String, String> facts() {
    var facts = new LinkedHashMap<String, String>();
    facts.put("outcome", RunFacts.outcome(history.run(), candidate.outcomeLabel()));
    facts.put("configuration", candidate.configuration().toString());
    facts.put("flags", Macros.flags(history.run().subject(), candidate.configuration()));
    Macros.byShape(history.run().subject(), candidate.configuration())
        .forEach((shapes, flags) -> facts.put("flags on " + shapes, flags));
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
    if (!candidate.proposal().shapes().isEmpty()) {
      facts.put("evaluated on", String.join(", ", candidate.proposal().shapes()) + " alone");
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

  private List<Block> outcome(Evaluation evaluation) {
    return switch (evaluation.outcome()) {
      case Outcome.Measured measured ->
          measured.measurements().stream().map(this::measurement).toList();
      case Outcome.Rejected(var reason, String shape, String message) ->
          List.of(
              said(
                  "Rejected: " + reason.label() + (shape.isEmpty() ? "" : " on shape " + shape),
                  message));
    };
  }

  private Block measurement(Measurement measurement) {
    var workload = history.run().subject().workload(measurement.shape());
    Samples samples = measurement.samples();
    var facts = new LinkedHashMap<String, String>();
    facts.put(
        "samples", samples.count() + " of " + measurement.launchesPerSample() + " launches each");
    facts.put("p50", Units.time(samples.p50()) + rate(workload, samples));
    limit(workload, samples).ifPresent(limit -> facts.put("limit", limit));
    facts.put("p90", Units.time(samples.p90()));
    facts.put("minimum", Units.time(samples.min()));
    facts.put(
        "mean", Units.time(samples.mean()) + ", deviation " + Units.time(samples.deviation()));
    measurement.joules().ifPresent(joules -> facts.put("energy", energy(joules, measurement)));
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
    return section("Shape " + workload.shape(), Block.Facts.of(facts), Histogram.of(samples));
  }

  /** How much of the device's measured limit it reaches, or how to find out. */
  private Optional<String> limit(Workload workload, Samples samples) {
    if (RunFacts.isReplayed(history.run())) {
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

  private static String energy(double joules, Measurement measurement) {
    return String.format(
        Locale.ROOT,
        "%s a launch under sustained load, %.1f W over its mean time; p50 is of %s",
        Units.energy(joules),
        1e9 * joules / measurement.samples().mean(),
        DeviceText.stateOfTimes(measurement.device()));
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

  /** What was found out after the measurement. */
  private List<Block> flags() {
    var blocks = new ArrayList<Block>();
    history
        .flags()
        .exclusion(candidate.number())
        .ifPresent(
            exclusion ->
                blocks.add(
                    said(
                        "Excluded: "
                            + exclusion.why().reason().label()
                            + (exclusion.why().shape().isEmpty()
                                ? ""
                                : " on shape " + exclusion.why().shape()),
                        exclusion.why().message())));
    history
        .flags()
        .suspect(candidate.number())
        .ifPresent(
            suspect ->
                blocks.add(
                    Block.Paragraph.of("Measured while the device drifted" + suspicion(suspect))));
    return blocks;
  }

  private static String suspicion(Suspect suspect) {
    if (!suspect.settled()) {
      return ", and not again before the finals: it leads only if it wins the finals";
    }
    return suspect.objective().isEmpty()
        ? "; failed when it was measured again"
        : String.format(
            Locale.ROOT,
            "; measured again, its objective is %.6f",
            suspect.objective().getAsDouble());
  }

  private Optional<Table> finals() {
    var table =
        Table.builder().text("shape").text("as").quantity("p50").quantity("p90").text("speed-up");
    history.finals().stream()
        .flatMap(finals -> finals.results().stream())
        .filter(result -> result.candidate() == candidate.number())
        .forEach(
            result ->
                table.row(
                    result.shape(),
                    result.role().label(),
                    Units.time(result.samples().p50()),
                    Units.time(result.samples().p90()),
                    result.speedUp().map(CandidateReport::speedUp).orElse("")));
    return Optional.of(table.build()).filter(built -> !built.isEmpty());
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
