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
public record DispatchReport(
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
    var table =
        Table.builder()
            .text("unseen shape")
            .quantity("chosen", "p50", "best", "p50")
            .minor()
            .quantity("loss", "nearest")
            .minor()
            .quantity("single")
            .minor();
    for (Line line : lines) {
      table.row(
          sizes(line.times().shape()),
          Integer.toString(candidate(line.chosen()).number()),
          Units.time(line.times().nanos().get(line.chosen())),
          Integer.toString(candidate(line.times().best()).number()),
          Units.time(line.times().nanos().get(line.times().best())),
          Units.percent(line.times().loss(line.chosen())),
          Units.percent(line.times().loss(line.nearest())),
          Units.percent(line.times().loss(line.single())));
    }
    return table.build();
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
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("subject", subject);
    json.put("candidates", numbers());
    json.put("rule", DispatchFile.plain(dispatch.rule(), numbers()));
    json.put(
        "learnt_from",
        Map.of("declared", dispatch.declared().size(), "drawn", dispatch.drawn().size()));
    json.put(
        "cross_validated_loss", Double.isNaN(dispatch.expected()) ? null : dispatch.expected());
    if (!lines.isEmpty()) {
      json.put("rule_on_unseen", summary(Line::chosen));
      json.put("nearest_declared", summary(Line::nearest));
      json.put("single_configuration", summary(Line::single));
    }
    json.put("shapes", lines.stream().map(columns()::object).toList());
    json.put("command", command);
    return Data.Fields.of(json);
  }

  private List<Integer> numbers() {
    return dispatch.candidates().stream().map(Candidate::number).toList();
  }

  private Map<String, Object> summary(ToIntFunction<Line> choice) {
    var summary = new LinkedHashMap<String, Object>();
    summary.put("mean_loss", mean(choice));
    summary.put("greatest_loss", greatest(choice));
    summary.put("among_the_best", (double) hits(choice) / lines.size());
    return summary;
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
