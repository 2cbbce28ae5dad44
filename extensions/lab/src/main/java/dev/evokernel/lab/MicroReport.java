package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.lab.MicroRanking.MicroSample;
import dev.evokernel.lab.MicroValidation.Checked;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.Block;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Plain;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.stats.RankCorrelation;
import dev.evokernel.store.Candidate;
import dev.evokernel.text.Units;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo microbench}.
 *
 * @param digest digest of the kernel's files, including the miniature
 * @param top number of configurations that count as best
 */
record MicroReport(
    Kernel kernel,
    String digest,
    List<Shape> shapes,
    DeviceIdentity device,
    String compiler,
    long seed,
    String evoVersion,
    int top,
    String command,
    Instant made,
    MicroRanking ranking,
    Optional<MicroValidation> validation)
    implements Report {

  /** Version of the format; a change that breaks readers increments it. */
  private static final int SCHEMA = 1;

  private static final int LINES = 12;

  /** Rank correlation from which the top of the ranking is mostly fastest in full measurements. */
  private static final double STRONG = 0.6;

  MicroReport {
    shapes = List.copyOf(shapes);
  }

  MicroReport with(MicroRanking newer, Optional<MicroValidation> checked, Instant now) {
    return new MicroReport(
        kernel,
        digest,
        shapes,
        device,
        compiler,
        seed,
        evoVersion,
        top,
        command,
        now,
        newer,
        checked);
  }

  String unit() {
    return kernel.launches().isEmpty() ? "nanoseconds" : "cycles";
  }

  /** Expected speed-up over the default; empty if the default was not timed. */
  OptionalDouble promise(MicroSample sample) {
    OptionalDouble theDefault =
        ranking.samples().isEmpty() ? OptionalDouble.empty() : ranking.samples().getFirst().score();
    return theDefault.isEmpty()
        ? theDefault
        : OptionalDouble.of(theDefault.getAsDouble() / sample.score().orElseThrow());
  }

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    blocks.add(Block.Paragraph.of(tally()));
    List<MicroSample> ranked = ranking.ranked();
    if (!ranked.isEmpty()) {
      blocks.add(table(ranked));
    }
    validation.ifPresent(known -> blocks.add(validation(known)));
    return new Document(blocks, best().data());
  }

  /** Message for a microbenchmark without a timed miniature: first lines of the first rejection. */
  public static String failure(MicroRanking ranking) {
    return ranking.samples().stream()
        .flatMap(sample -> sample.rejected().stream())
        .findFirst()
        .map(
            first ->
                "None of %d miniatures ran. First rejection, %s:%n%s"
                    .formatted(
                        ranking.samples().size(),
                        first.reason().label(),
                        first.message().lines().limit(LINES).collect(Collectors.joining("\n"))))
        .orElse("No miniature was tried.");
  }

  private String tally() {
    int timed = ranking.ranked().size();
    int tried = ranking.samples().size();
    Map<String, Integer> reasons = new TreeMap<>();
    for (MicroSample sample : ranking.samples()) {
      sample.rejected().ifPresent(why -> reasons.merge(why.reason().label(), 1, Integer::sum));
    }
    String end =
        switch (ranking.end()) {
          case COMPLETE -> "";
          case TIME -> " (out of time)";
          case INTERRUPTED -> " (stopped; times so far are kept)";
        };
    var counted = new ArrayList<String>();
    reasons.forEach((reason, count) -> counted.add(count + " " + reason));
    return String.format(
        Locale.ROOT,
        "Timed %,d of %s valid configurations of %s%s%s.",
        timed,
        ranking.valid(),
        kernel.name(),
        end,
        tried == timed
            ? ""
            : "; rejected %,d (%s)".formatted(tried - timed, String.join(", ", counted)));
  }

  /** The best configurations, and the default in any case. */
  private Table table(List<MicroSample> ranked) {
    var shown = new ArrayList<>(ranked.subList(0, Math.min(top, ranked.size())));
    ranked.stream().skip(shown.size()).filter(MicroReport::isDefault).forEach(shown::add);
    var table =
        new Table.Columns<MicroSample>()
            .quantity("rank", sample -> ranked.indexOf(sample) + 1)
            .quantity("expected speed-up", sample -> Units.formatted("%.2f×", promise(sample)));
    if (unit().equals("cycles")) {
      table
          .quantity("cycles", sample -> sample.timing().map(MicroReport::cycles))
          .quantity("blocks per core", sample -> sample.timing().map(MiniatureTiming::neighbours))
          .quantity("registers", sample -> sample.resources().map(Resources::registers))
          .quantity("occupancy", sample -> sample.resources().map(MicroReport::occupancy));
    } else {
      table.quantity("time", sample -> sample.timing().map(known -> Units.time(known.crowded())));
    }
    return table
        .text(
            "configuration",
            sample -> sample.configuration() + (isDefault(sample) ? " (the default)" : ""))
        .rows(shown);
  }

  private static boolean isDefault(MicroSample sample) {
    return sample.number() == 0;
  }

  private static String cycles(MiniatureTiming timing) {
    return String.format(Locale.ROOT, "%,.0f", timing.crowded());
  }

  private static String occupancy(Resources resources) {
    return String.format(Locale.ROOT, "%.0f %%", 100 * resources.occupancy());
  }

  private static Block validation(MicroValidation validation) {
    int measured = validation.measured().size();
    String verdict = verdict(validation);
    return validation.correlation().isEmpty()
        ? Block.Paragraph.of(verdict)
        : Block.Paragraph.of(
            "Validated with %d full measurements: %s".formatted(measured, verdict),
            String.format(
                Locale.ROOT,
                "The top %1$d of the ranking contain %2$d of the fastest %1$d; by chance about %3$.1f.",
                validation.quarter(),
                validation.found(),
                (double) validation.quarter() * validation.quarter() / measured));
  }

  /**
   * Verdict on seeding a search from the ranking: {@code rho 0.81 (95 % CI 0.66 to 0.90): worth
   * seeding from.}
   */
  static String verdict(MicroValidation validation) {
    Optional<RankCorrelation> correlation = validation.correlation();
    if (correlation.isEmpty()) {
      return "Ranking not validated: %d of %d full measurements succeeded, %d different ones are required."
          .formatted(
              validation.measured().size(), validation.checked().size(), RankCorrelation.FEWEST);
    }
    RankCorrelation known = correlation.get();
    String verdict =
        known.high() < 0
            ? "the ranking is inverted. Use other seeds, or change the miniature."
            : known.low() <= 0
                ? "not better than chance. Use other seeds, or change the miniature."
                : known.rho() >= STRONG
                    ? "worth seeding from."
                    : "weak, but better than chance. Use it together with other seeds.";
    return String.format(
        Locale.ROOT,
        "rho %.2f (95 %% CI %.2f to %.2f, %d configurations): %s",
        known.rho(),
        known.low(),
        known.high(),
        known.pairs(),
        verdict);
  }

  /** Makes {@code micro_best.json}: the top of a miniature's ranking, to seed a search. */
  Document best() {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("schema", SCHEMA);
    json.put("kernel", kernel.name());
    json.put("digest", digest);
    json.put("backend", kernel.backend());
    json.put(
        "device",
        new Data.Columns<DeviceIdentity>()
            .add("name", DeviceIdentity::model)
            .add("id", DeviceIdentity::id)
            .add("driver", DeviceIdentity::driver)
            .object(device));
    json.put("command", command);
    json.put("made", made.toString());
    json.put("evo", evoVersion);
    json.put("sampled", ranking.samples().size());
    json.put("valid", ranking.valid().exact() ? ranking.valid().value() : null);
    json.put("correlation", validation.flatMap(MicroReport::correlation));
    json.put("best", topRows());
    json.put("ranking", rankedRows());
    json.put("unit", unit());
    json.put("timed", ranking.ranked().size());
    json.put("ended", ranking.end().name().toLowerCase(Locale.ROOT));
    json.put("seed", seed);
    json.put("compiler", compiler);
    json.put("miniature", kernel.miniature().orElseThrow().shape().plain());
    json.put(
        "shapes",
        shapes.stream()
            .collect(
                Collectors.toMap(
                    shape -> shape.name(),
                    shape -> shape.plain(),
                    (a, _) -> a,
                    LinkedHashMap::new)));
    json.put("verdict", validation.map(MicroReport::verdict));
    json.put("validation", validation.map(MicroReport::checkedRows));
    return Document.of(Data.Fields.of(json));
  }

  private static Optional<Map<String, @Nullable Object>> correlation(MicroValidation validation) {
    return validation
        .correlation()
        .map(
            new Data.Columns<RankCorrelation>()
                    .add("rho", RankCorrelation::rho)
                    .add("low", RankCorrelation::low)
                    .add("high", RankCorrelation::high)
                    .add("validated", RankCorrelation::pairs)
                    .add("fastest_quarter", _ -> validation.quarter())
                    .add("found", _ -> validation.found())
                ::object);
  }

  private List<SequencedMap<String, @Nullable Object>> topRows() {
    List<MicroSample> ranked = ranking.ranked();
    var columns =
        new Data.Columns<MicroSample>()
            .add("rank", sample -> ranked.indexOf(sample) + 1)
            .add("cycles", sample -> sample.timing().map(MiniatureTiming::crowded))
            .add("score", MicroSample::score)
            .add("configuration", sample -> Plain.of(sample.configuration()))
            .add("alone", sample -> sample.timing().map(MiniatureTiming::alone))
            .add("neighbours", sample -> sample.timing().map(MiniatureTiming::neighbours))
            .add("resident", sample -> sample.timing().map(MiniatureTiming::resident))
            .add("promise", this::promise)
            .add("registers", sample -> sample.resources().map(Resources::registers))
            .add("occupancy", sample -> sample.resources().map(Resources::occupancy));
    return ranked.stream().limit(top).map(columns::object).toList();
  }

  /** The score of every timed configuration, from which a search's model learns. */
  private List<SequencedMap<String, @Nullable Object>> rankedRows() {
    var columns =
        new Data.Columns<MicroSample>()
            .add("configuration", sample -> Plain.of(sample.configuration()))
            .add("score", MicroSample::score);
    return ranking.ranked().stream().map(columns::object).toList();
  }

  private static List<SequencedMap<String, @Nullable Object>> checkedRows(
      MicroValidation validation) {
    var columns =
        new Data.Columns<MicroValidation.Checked>()
            .add("rank", MicroValidation.Checked::rank)
            .add("score", checked -> checked.sample().score())
            .add("p50_ns", MicroValidation.Checked::nanos)
            .add("outcome", checked -> Candidate.labelOf(checked.outcome()));
    return validation.checked().stream().map(columns::object).toList();
  }

  /** Makes {@code micro_log.csv}: a row for each tried configuration, with its rejection. */
  Document log() {
    var ranks = new HashMap<Integer, Integer>();
    ranking.ranked().forEach(sample -> ranks.put(sample.number(), ranks.size() + 1));
    Map<Integer, Checked> checked = new HashMap<>();
    validation.ifPresent(
        validation ->
            validation.checked().forEach(full -> checked.put(full.sample().number(), full)));
    var columns =
        new Data.Columns<MicroSample>()
            .add("number", MicroSample::number)
            .add("rank", sample -> ranks.get(sample.number()))
            .add("score", MicroSample::score)
            .add("outcome", sample -> outcome(sample))
            .add("alone", sample -> sample.timing().map(MiniatureTiming::alone))
            .add("crowded", sample -> sample.timing().map(MiniatureTiming::crowded))
            .add("neighbours", sample -> sample.timing().map(MiniatureTiming::neighbours))
            .add("resident", sample -> sample.timing().map(MiniatureTiming::resident))
            .add("registers", sample -> sample.resources().map(Resources::registers))
            .add("local_bytes", sample -> sample.resources().map(Resources::localBytes))
            .add("shared_bytes", sample -> sample.resources().map(MicroReport::sharedBytes))
            .add("occupancy", sample -> sample.resources().map(Resources::occupancy))
            .add(
                "full_outcome",
                sample -> full(checked, sample).map(full -> Candidate.labelOf(full.outcome())))
            .add("full_p50_ns", sample -> full(checked, sample).flatMap(Checked::nanos));
    for (Parameter parameter : kernel.parameters()) {
      columns.add(parameter.name(), sample -> sample.configuration().find(parameter.name()));
    }
    columns.add("message", sample -> sample.rejected().map(Rejected::message));
    return Document.of(columns.rows(ranking.samples()));
  }

  private static Optional<Checked> full(Map<Integer, Checked> checked, MicroSample sample) {
    return Optional.ofNullable(checked.get(sample.number()));
  }

  private static int sharedBytes(Resources resources) {
    return resources.staticShared() + resources.dynamicShared();
  }

  private static String outcome(MicroSample sample) {
    return sample.rejected().map(rejected -> rejected.reason().label()).orElse("timed");
  }
}
