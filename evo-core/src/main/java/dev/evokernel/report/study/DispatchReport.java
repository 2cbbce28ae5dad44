package dev.evokernel.report.study;

import dev.evokernel.dispatch.ShapeTimes;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.Dispatch;
import dev.evokernel.report.DispatchFile;
import dev.evokernel.report.Units;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.CsvRenderer;
import dev.evokernel.report.render.Report;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.store.Candidate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code evo dispatch}: the rule, and what it loses on shapes that it has not seen,
 * beside the two rules that need no learning.
 *
 * @param subject whose portfolio it is, for example {@code gemm on NVIDIA H200, run gemm-1}
 * @param lines of the unseen shapes, in the order in which they were drawn
 * @param wanted how many of them were asked for; 0 where the kernel has no ranges to draw from
 * @param command that repeats it
 */
public record DispatchReport(
    String subject, Dispatch dispatch, List<Line> lines, int wanted, String command)
    implements Report {

  /**
   * One unseen shape; positions are those of the portfolio's candidates.
   *
   * @param chosen by the rule
   * @param nearest what the finals dispatch to on the declared shape that is nearest
   * @param single the configuration that serves best alone
   */
  public record Line(ShapeTimes times, int chosen, int nearest, int single) {}

  private static final List<String> COLUMNS =
      List.of(
          "shape",
          "candidate",
          "p50_ns",
          "best",
          "best_p50_ns",
          "loss",
          "among_the_best",
          "nearest_loss",
          "single_loss");

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
    return "Rule of %d %s for %d configurations, learnt from %s.%s"
        .formatted(
            dispatch.rule().leaves(),
            dispatch.rule().leaves() == 1 ? "leaf" : "leaves",
            dispatch.candidates().size(),
            dispatch.learntFrom(),
            Double.isNaN(dispatch.expected())
                ? ""
                : " By cross-validation it loses %s against the best of the set, beyond the noise."
                    .formatted(percent(dispatch.expected())));
  }

  private String unmeasured() {
    return wanted == 0
        ? "It was not measured on other shapes: kernel.yaml has no 'ranges' to draw them from."
            + " Write some, or name them here: --range NAME=RANGE. What it loses elsewhere is"
            + " unknown."
        : "It was not measured on other shapes: the time was up. Allow more with --wall; what was"
            + " measured is kept.";
  }

  private String verdict() {
    return "On %d shapes that it has not seen, the rule is %s slower on average than the best of the set, %s at most, and on %d of them it chooses the best or what cannot be told from it.%s"
        .formatted(
            lines.size(),
            percent(mean(Line::chosen)),
            percent(greatest(Line::chosen)),
            hits(Line::chosen),
            lines.size() < wanted
                ? " %d were asked for; the time was up, or the ranges hold no more."
                    .formatted(wanted)
                : "");
  }

  private Table comparison() {
    var table =
        Table.builder()
            .text("choice")
            .quantity("mean loss")
            .quantity("greatest")
            .quantity("the best, or not told apart");
    row(table, "this rule", Line::chosen);
    row(table, "nearest declared shape", Line::nearest);
    row(table, dispatch.names().get(dispatch.single().configuration()) + " for all", Line::single);
    return table.build();
  }

  private void row(Table.Builder table, String name, ToIntFunction<Line> choice) {
    table.row(
        name,
        percent(mean(choice)),
        percent(greatest(choice)),
        String.format(Locale.ROOT, "%.0f %%", 100.0 * hits(choice) / lines.size()));
  }

  private Table shapes() {
    var table =
        Table.builder()
            .text("unseen shape")
            .quantity("chosen")
            .quantity("p50")
            .quantity("best")
            .quantity("p50")
            .minor()
            .quantity("loss")
            .quantity("nearest")
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
          percent(line.times().loss(line.chosen())),
          percent(line.times().loss(line.nearest())),
          percent(line.times().loss(line.single())));
    }
    return table.build();
  }

  private static String sizes(Shape shape) {
    return shape.plain().entrySet().stream()
        .map(one -> one.getKey() + "=" + one.getValue())
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

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
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
    json.put("shapes", lines.stream().map(this::plain).toList());
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

  private Map<String, Object> plain(Line line) {
    var plain = new LinkedHashMap<String, Object>();
    List<Object> values =
        List.of(
            line.times().shape().plain(),
            candidate(line.chosen()).number(),
            line.times().nanos().get(line.chosen()),
            candidate(line.times().best()).number(),
            line.times().nanos().get(line.times().best()),
            line.times().loss(line.chosen()),
            line.times().isAmongTheBest(line.chosen()),
            line.times().loss(line.nearest()),
            line.times().loss(line.single()));
    for (int i = 0; i < COLUMNS.size(); i++) {
      plain.put(COLUMNS.get(i), values.get(i));
    }
    return plain;
  }

  /** A line for each unseen shape. */
  @Override
  public String csv() {
    return new CsvRenderer()
        .render(
            Document.of(
                new Data.Records(
                    COLUMNS,
                    lines.stream()
                        .map(
                            line -> {
                              List<@Nullable Object> row = new ArrayList<>(plain(line).values());
                              return row;
                            })
                        .toList())));
  }
}
