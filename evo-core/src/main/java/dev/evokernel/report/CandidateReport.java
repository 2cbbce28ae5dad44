package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Resources;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Block.Together;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.FinalistMeasurement;
import dev.evokernel.store.FlaggedCandidates.Suspect;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Units;

/**
 * Result of {@code evo show RUN/NUMBER}: all known facts about one candidate.
 *
 * @param studies profile and ablation of the candidate after its run; may be empty
 */
public record CandidateReport(
    RunHistory history, Candidate candidate, ZoneId zone, List<Block> studies) implements Report {

  private static final double SECOND = 1e9;

  private static final Data.Columns<Measurement> MEASUREMENT =
      new Data.Columns<Measurement>()
          .add("shape", Measurement::shape)
          .add("p50_ns", measurement -> measurement.samples().p50())
          .add("p90_ns", measurement -> measurement.samples().p90())
          .add("min_ns", measurement -> measurement.samples().min())
          .add("mean_ns", measurement -> measurement.samples().mean())
          .add("deviation_ns", measurement -> measurement.samples().deviation())
          .add("samples", measurement -> measurement.samples().count())
          .add("joules", Measurement::joules)
          .add("bits", measurement -> Optional.of(measurement.bits()).filter(b -> !b.isEmpty()))
          .add("registers", measurement -> DeviceFacts.resource(measurement, Resources::registers))
          .add(
              "local_bytes",
              measurement -> DeviceFacts.resource(measurement, Resources::localBytes))
          .add("occupancy", measurement -> DeviceFacts.resource(measurement, Resources::occupancy))
          .add("core_mhz", measurement -> measurement.device().coreMegahertz());

  private static final Data.Columns<FinalistMeasurement> IN_FINALS =
      new Data.Columns<FinalistMeasurement>()
          .add("shape", FinalistMeasurement::shape)
          .add("role", result -> result.role().label())
          .add("p50_ns", result -> result.samples().p50())
          .add("p90_ns", result -> result.samples().p90())
          .add("speedup", result -> result.speedUp().map(BestResult::speedUp))
          .add("joules", FinalistMeasurement::joules);

  private static final int BINS = 8;
  private static final int LONGEST_BAR = 40;

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
            "%s: %s on %s"
                .formatted(
                    candidate.reference(),
                    run.subject().kernel(),
                    run.provenance().device().model())));
    blocks.add(Block.Facts.of(facts()));
    candidate.evaluation().ifPresent(ended -> blocks.addAll(outcome(ended)));
    blocks.addAll(flags());
    finals()
        .ifPresent(
            table -> blocks.add(Together.section("Finals, interleaved with the default", table)));
    blocks.add(Together.section("Environment", Block.Facts.of(RunFacts.provenance(run, zone))));
    blocks.add(
        Together.section(
            "Reproduce",
            new Block.Code("sh", Reproduction.ofConfiguration(run, candidate.configuration()), 0)));
    blocks.addAll(studies);
    return new Document(blocks, data());
  }

  private static Block said(String what, Rejected why) {
    return Together.section(
        what + why.reason().label() + (why.shape().isEmpty() ? "" : " on shape " + why.shape()),
        new Block.Code("", why.message(), Table.INDENT));
  }

  private SequencedMap<String, String> facts() {
    var facts = new LinkedHashMap<String, String>();
    facts.put("outcome", RunFacts.outcome(history.run(), candidate.outcomeLabel()));
    facts.put("configuration", candidate.configuration().toString());
    String common = Macros.flags(history.run().subject(), candidate.configuration());
    if (!common.isEmpty()) {
      facts.put("flags", common);
    }
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
      facts.put("evaluated on", String.join(", ", candidate.proposal().shapes()) + " only");
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
      case Rejected rejected -> List.of(said("Rejected: ", rejected));
    };
  }

  private Block measurement(Measurement measurement) {
    var workload = history.run().subject().workload(measurement.shape());
    Samples samples = measurement.samples();
    var facts = new LinkedHashMap<String, String>();
    facts.put(
        "samples",
        "%d, %d launches each".formatted(samples.count(), measurement.launchesPerSample()));
    facts.put("p50", Units.time(samples.p50()) + rate(workload, samples));
    limit(workload, samples).ifPresent(limit -> facts.put("limit", limit));
    facts.put("p90", Units.time(samples.p90()));
    facts.put("minimum", Units.time(samples.min()));
    facts.put(
        "mean",
        Units.time(samples.mean()) + ", standard deviation " + Units.time(samples.deviation()));
    measurement.joules().ifPresent(joules -> facts.put("energy", energy(joules, measurement)));
    measurement
        .accuracy()
        .forEach(output -> facts.put("output " + output.argument(), accuracy(output)));
    history
        .defaultCandidate()
        .flatMap(theDefault -> theDefault.measurement(measurement.shape()))
        .flatMap(measurement::sameBits)
        .ifPresent(
            same ->
                facts.put(
                    "bits",
                    measurement.bits() + (same ? ", the default's" : ", not the default's")));
    Resources resources = measurement.resources();
    if (resources != null) {
      facts.put("registers", resources.registers() + " per thread");
      facts.put("local memory", resources.localBytes() + " B per thread");
      facts.put(
          "shared memory",
          "%d B per block, %d B of them dynamic"
              .formatted(
                  resources.staticShared() + resources.dynamicShared(), resources.dynamicShared()));
      facts.put("occupancy", Units.percent(resources.occupancy()));
    }
    String state = DeviceFacts.of(measurement.device());
    if (!state.isEmpty()) {
      facts.put("device", state);
    }
    return Together.section("Shape " + workload.shape(), Block.Facts.of(facts), histogram(samples));
  }

  /** Share of the device's measured limit, or the command that measures the limit. */
  private Optional<String> limit(Workload workload, Samples samples) {
    if (RunFacts.isReplayed(history.run())) {
      return Optional.empty();
    }
    return DeviceFacts.ceiling(history, workload)
        .map(
            ceiling ->
                "%s of the limit; %s by %s"
                    .formatted(
                        Units.percent(ceiling.share(samples.p50())),
                        Units.time(ceiling.nanos()),
                        ceiling.binds().label()))
        .or(
            () ->
                history.limits().isPresent()
                    ? Optional.empty()
                    : Optional.of("not measured yet. Run: " + DeviceFacts.limitsCommand(history)));
  }

  private static String rate(Workload work, Samples samples) {
    String rate = work.rate(samples.p50());
    return rate.isEmpty() ? "" : " (" + rate + ")";
  }

  private static String energy(double joules, Measurement measurement) {
    return String.format(
        Locale.ROOT,
        "%s per launch under sustained load, %.1f W over the mean time; p50 is from %s",
        Units.energy(joules),
        1e9 * joules / measurement.samples().mean(),
        DeviceFacts.stateOfTimes(measurement.device()));
  }

  private static String accuracy(OutputComparison comparison) {
    return String.format(
        Locale.ROOT,
        "%d of %d elements wrong; worst: element %d is %s, expected %s (%s)",
        comparison.wrong(),
        comparison.elements(),
        comparison.worstIndex(),
        comparison.actual(),
        comparison.expected(),
        Units.ofTolerance(comparison.excess()));
  }

  private List<Block> flags() {
    var blocks = new ArrayList<Block>();
    history
        .flags()
        .exclusion(candidate.number())
        .ifPresent(exclusion -> blocks.add(said("Excluded: ", exclusion.why())));
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
      return ", and not re-measured before the finals. Only a win in the finals makes it champion.";
    }
    return suspect.objective().isEmpty()
        ? "; its re-measurement failed."
        : Units.formatted("; its re-measured objective is %.6f.", suspect.objective());
  }

  private Optional<Table> finals() {
    Table table =
        new Table.Columns<FinalistMeasurement>()
            .text("shape", FinalistMeasurement::shape)
            .text("as", result -> result.role().label())
            .quantity("p50", result -> Units.time(result.samples().p50()))
            .quantity("p90", result -> Units.time(result.samples().p90()))
            .text("speed-up", result -> result.speedUp().map(CandidateReport::speedUp))
            .rows(inFinals());
    return Optional.of(table).filter(built -> !built.isEmpty());
  }

  private List<FinalistMeasurement> inFinals() {
    return history.finals().map(FinalsDecision::results).orElse(List.of()).stream()
        .filter(result -> result.candidate() == candidate.number())
        .toList();
  }

  private static String speedUp(SpeedUp speedUp) {
    return String.format(
        Locale.ROOT,
        "%s, p = %.2g, Cliff's delta %.2f",
        speedUp.withConfidence(),
        speedUp.pValue(),
        speedUp.cliffsDelta());
  }

  private Data data() {
    Subject subject = history.run().subject();
    return new Data.Columns<Candidate>()
        .add("run", Candidate::run)
        .add("candidate", Candidate::number)
        .add("outcome", known -> RunFacts.outcome(history.run(), known.outcomeLabel()))
        .add("shape", known -> known.rejected().map(Rejected::shape).filter(s -> !s.isEmpty()))
        .add("message", known -> known.rejected().map(Rejected::message))
        .add(
            "excluded",
            known ->
                history.flags().exclusion(known.number()).map(out -> out.why().reason().label()))
        .add("configuration", known -> Plain.of(known.configuration()))
        .add(
            "differs",
            known -> Macros.difference(known.configuration(), subject.defaultConfiguration()))
        .add("fingerprint", known -> known.configuration().fingerprint())
        .add("generation", known -> known.proposal().generation())
        .add("origin", known -> known.proposal().origin())
        .add("parents", known -> known.proposal().parents())
        .add("attempts", Candidate::attempts)
        .add("objective", Candidate::objective)
        .add("compile_seconds", known -> known.evaluation().map(end -> end.compileNanos() / SECOND))
        .add(
            "evaluate_seconds",
            known -> known.evaluation().map(end -> end.evaluateNanos() / SECOND))
        .add("finished", known -> known.evaluation().map(Evaluation::finished))
        .add(
            "shapes",
            known ->
                MEASUREMENT.objects(
                    subject.shapes().stream()
                        .flatMap(shape -> known.measurement(shape).stream())
                        .toList()))
        .add("finals", _ -> IN_FINALS.objects(inFinals()))
        .add(
            "reproduce",
            known -> Reproduction.ofConfiguration(history.run(), known.configuration()))
        .fields(candidate);
  }

  /** Samples as bars. The slowest 5 % share one bar, so that outliers do not flatten the others. */
  static Table histogram(Samples samples) {
    double low = samples.min();
    double high = samples.quantile(0.95);
    int[] counts = new int[BINS + 1];
    for (double nanos : samples.nanos()) {
      counts[bin(nanos, low, high)]++;
    }
    int most = Arrays.stream(counts).max().orElse(1);
    var table = Table.builder().quantity("from", "samples").text("");
    for (int i = 0; i < counts.length; i++) {
      boolean shown = high > low ? i < BINS || counts[i] > 0 : counts[i] > 0;
      if (shown) {
        table.row(
            Units.time(low + i * (high - low) / BINS),
            Integer.toString(counts[i]),
            "█".repeat(Math.ceilDiv(counts[i] * LONGEST_BAR, most)));
      }
    }
    return table.build().indented(2 * Table.INDENT);
  }

  private static int bin(double nanos, double low, double high) {
    if (nanos > high) {
      return BINS;
    }
    return high > low ? Math.min(BINS - 1, (int) (BINS * (nanos - low) / (high - low))) : 0;
  }
}
