package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Resources;
import dev.evokernel.report.Block;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.stats.RankCorrelation;
import dev.evokernel.text.Units;

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

  private static final int LINES = 12;

  /** Rank correlation from which the top of the ranking is mostly fastest in full measurements. */
  private static final double STRONG = 0.6;

  MicroReport {
    shapes = List.copyOf(shapes);
  }

  /** Replaces the ranking and its validation by newer ones. */
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
    return new Document(blocks, MicroFiles.best(this).data());
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
}
