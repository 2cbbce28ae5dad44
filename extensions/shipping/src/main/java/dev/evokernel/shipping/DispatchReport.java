package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Shape;
import dev.evokernel.report.Block;
import dev.evokernel.report.CsvRenderer;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.store.Candidate;
import dev.evokernel.text.Units;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo dispatch}: the rule, its loss on unseen shapes, and the losses of two rules
 * without learning.
 *
 * @param subject for example {@code gemm on NVIDIA H200, run gemm-1}
 * @param lines unseen shapes, in the order of drawing
 * @param wanted requested number of unseen shapes; 0 if the kernel has no ranges to draw from
 */
record DispatchReport(
    String subject, Dispatch dispatch, List<Line> lines, int wanted, String command)
    implements Report {

  /**
   * Choices on an unseen shape. Candidates are named by their position in the portfolio.
   *
   * @param nearest choice of the finals on the nearest declared shape
   * @param single the best configuration for all shapes together
   */
  public record Line(ShapeTimes times, int chosen, int nearest, int single) {}

  public DispatchReport {
    lines = List.copyOf(lines);
  }

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    blocks.add(new Block.Code("", String.join("\n", dispatch.lines()), Table.INDENT));
    if (lines.isEmpty()) {
      blocks.add(Block.Paragraph.of(unmeasured()));
    } else {
      blocks.add(comparison());
      blocks.add(Block.Paragraph.of(verdict()));
      blocks.add(shapes());
    }
    return Document.framed(List.of(subject, how()), blocks, command, data());
  }

  private String how() {
    int configurations = dispatch.candidates().size();
    String rule =
        dispatch.rule() instanceof DispatchRule.Leaf leaf
            ? "always " + dispatch.names().get(leaf.configuration())
            : "%d leaves for %d configurations, learnt from %s"
                .formatted(dispatch.rule().leaves(), configurations, dispatch.learntFrom());
    return "Dispatch rule: %s.%s"
        .formatted(
            rule,
            Double.isNaN(dispatch.expected())
                ? ""
                : " Cross-validated loss against the best of the %d: %s."
                    .formatted(configurations, Units.percent(dispatch.expected())));
  }

  private String unmeasured() {
    return wanted == 0
        ? "Loss on other shapes: unknown, because kernel.yaml has no 'ranges' to draw shapes from."
            + " Write 'ranges', or use --range NAME=RANGE."
        : "Loss on other shapes: not measured (out of time). Allow more time with --wall;"
            + " measurements so far are kept.";
  }

  private String verdict() {
    return "On %d unseen shapes the rule loses %s on average against the best of the set, at most %s. On %d of them it chooses the best or a statistically tied configuration.%s"
        .formatted(
            lines.size(),
            Units.percent(mean(Line::chosen)),
            Units.percent(greatest(Line::chosen)),
            hits(Line::chosen),
            lines.size() < wanted
                ? " %d shapes were requested: out of time, or the ranges have no more shapes."
                    .formatted(wanted)
                : "");
  }

  private Table comparison() {
    var table = Table.builder().text("choice").quantity("mean loss", "greatest", "best or tied");
    row(table, "this rule", Line::chosen);
    row(table, "nearest declared shape", Line::nearest);
    row(table, dispatch.names().get(dispatch.single().configuration()) + " for all", Line::single);
    return table.build();
  }

  private void row(Table.Builder table, String name, ToIntFunction<Line> choice) {
    table.row(
        name,
        Units.percent(mean(choice)),
        Units.percent(greatest(choice)),
        String.format(Locale.ROOT, "%.0f %%", 100.0 * hits(choice) / lines.size()));
  }

  private Table shapes() {
    return new Table.Columns<Line>()
        .text("unseen shape", line -> sizes(line.times().shape()))
        .quantity("chosen", line -> candidate(line.chosen()).number())
        .quantity("p50", line -> Units.time(line.times().nanos().get(line.chosen())))
        .quantity("best", line -> candidate(line.times().best()).number())
        .minorQuantity("p50", line -> Units.time(line.times().nanos().get(line.times().best())))
        .quantity("loss", line -> Units.percent(line.times().loss(line.chosen())))
        .minorQuantity("nearest", line -> Units.percent(line.times().loss(line.nearest())))
        .minorQuantity("single", line -> Units.percent(line.times().loss(line.single())))
        .rows(lines);
  }

  private static String sizes(Shape shape) {
    return shape.plain().entrySet().stream()
        .map(size -> size.getKey() + "=" + size.getValue())
        .collect(Collectors.joining(" "));
  }

  private Candidate candidate(int position) {
    return dispatch.candidates().get(position);
  }

  private double mean(ToIntFunction<Line> choice) {
    return GeometricMean.of(Arrays.stream(losses(choice)).map(loss -> 1 + loss).toArray()) - 1;
  }

  private double greatest(ToIntFunction<Line> choice) {
    return Arrays.stream(losses(choice)).max().orElse(0);
  }

  private double[] losses(ToIntFunction<Line> choice) {
    return lines.stream().mapToDouble(line -> line.times().loss(choice.applyAsInt(line))).toArray();
  }

  private long hits(ToIntFunction<Line> choice) {
    return lines.stream()
        .filter(line -> line.times().isAmongTheBest(choice.applyAsInt(line)))
        .count();
  }

  private Data data() {
    return new Data.Columns<DispatchReport>()
        .add("subject", DispatchReport::subject)
        .add("candidates", _ -> numbers())
        .add("rule", _ -> DispatchFile.plain(dispatch.rule(), numbers()))
        .add(
            "learnt_from",
            _ -> Map.of("declared", dispatch.declared().size(), "drawn", dispatch.drawn().size()))
        .add(
            "cross_validated_loss",
            _ -> Double.isNaN(dispatch.expected()) ? null : dispatch.expected())
        .addIfPresent("rule_on_unseen", _ -> summary(Line::chosen))
        .addIfPresent("nearest_declared", _ -> summary(Line::nearest))
        .addIfPresent("single_configuration", _ -> summary(Line::single))
        .add("shapes", _ -> columns().objects(lines))
        .add("command", DispatchReport::command)
        .fields(this);
  }

  private List<Integer> numbers() {
    return dispatch.candidates().stream().map(Candidate::number).toList();
  }

  private Optional<Map<String, @Nullable Object>> summary(ToIntFunction<Line> choice) {
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Data.Columns<ToIntFunction<Line>>()
                .add("mean_loss", this::mean)
                .add("greatest_loss", this::greatest)
                .add("among_the_best", each -> (double) hits(each) / lines.size())
                .object(choice));
  }

  private Data.Columns<Line> columns() {
    return new Data.Columns<Line>()
        .add("shape", line -> line.times().shape().plain())
        .add("candidate", line -> candidate(line.chosen()).number())
        .add("p50_ns", line -> line.times().nanos().get(line.chosen()))
        .add("best", line -> candidate(line.times().best()).number())
        .add("best_p50_ns", line -> line.times().nanos().get(line.times().best()))
        .add("loss", line -> line.times().loss(line.chosen()))
        .add("among_the_best", line -> line.times().isAmongTheBest(line.chosen()))
        .add("nearest_loss", line -> line.times().loss(line.nearest()))
        .add("single_loss", line -> line.times().loss(line.single()));
  }

  /** CSV with a line for each unseen shape. */
  @Override
  public String csv() {
    return new CsvRenderer().render(Document.of(columns().rows(lines)));
  }
}
