package dev.evokernel.report.study;

import module java.base;

import dev.evokernel.comparison.Ablation.Effect;
import dev.evokernel.comparison.Ablation.Result;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Units;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.Relation;
import org.jspecify.annotations.Nullable;

/**
 * Result of {@code evo ablate}: pathologies ranked by slowdown.
 *
 * @param candidate reference of the candidate
 * @param how origin of the numbers
 * @param margin relative difference up to which two times count as equal
 * @param effects effects of the pathologies, in any order
 */
public record AblationReport(
    String candidate,
    String configuration,
    String how,
    double margin,
    List<Effect> effects,
    String command)
    implements Report {

  public AblationReport {
    effects =
        effects.stream()
            .sorted(Comparator.comparingDouble((Effect effect) -> -cost(effect.result()).orElse(0)))
            .toList();
  }

  /** Slowdown, the geometric mean over shapes. */
  private static OptionalDouble cost(Result result) {
    return result instanceof Result.Measured(var shapes)
        ? OptionalDouble.of(
            GeometricMean.of(
                shapes.values().stream().mapToDouble(shape -> slowdown(shape).ratio()).toArray()))
        : OptionalDouble.empty();
  }

  private static RatioEstimate slowdown(SequentialComparison.Comparison shape) {
    RatioEstimate speed = shape.contrast().p50();
    return new RatioEstimate(1 / speed.ratio(), 1 / speed.high(), 1 / speed.low());
  }

  @Override
  public Document document() {
    return Document.framed(
        List.of(candidate, configuration, how),
        List.of(ranking(), details(), new Block.Bullets(conclusions(), 0)),
        command,
        data());
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("candidate", candidate);
    json.put("configuration", configuration);
    json.put("how", how);
    json.put("margin", margin);
    json.put("pathologies", effects.stream().map(AblationReport::plain).toList());
    json.put("findings", conclusions());
    json.put("command", command);
    return Data.Fields.of(json);
  }

  private static Map<String, Object> plain(Effect effect) {
    var json = new LinkedHashMap<String, Object>();
    json.put("name", effect.pathology().name());
    json.put("change", effect.pathology().change().toString());
    json.put("suspects", effect.pathology().suspects());
    json.put("because", effect.pathology().because());
    json.put("verdict", verdict(effect.result()));
    cost(effect.result()).ifPresent(cost -> json.put("times_as_long", cost));
    if (effect.result() instanceof Result.Measured(var shapes)) {
      json.put(
          "shapes",
          shapes.entrySet().stream()
              .map(
                  shape -> {
                    var facts = new LinkedHashMap<String, Object>();
                    facts.put("shape", shape.getKey());
                    ComparisonFacts.put(facts, shape.getValue());
                    return facts;
                  })
              .toList());
    }
    return json;
  }

  private Table ranking() {
    var table =
        Table.builder()
            .quantity("")
            .text("pathology", "disables")
            .quantity("slowdown")
            .text("verdict", "change");
    int rank = 0;
    for (Effect effect : effects) {
      OptionalDouble cost = cost(effect.result());
      table.row(
          cost.isPresent() ? Integer.toString(++rank) : "",
          effect.pathology().name(),
          effect.pathology().suspects(),
          Units.formatted("%.3f×", cost),
          verdict(effect.result()),
          effect.pathology().change().toString());
    }
    return table.build();
  }

  private Table details() {
    var table =
        Table.builder()
            .text("pathology", "shape")
            .quantity("p50 without", "p50 with")
            .text("slowdown (CI)", "verdict");
    for (Effect effect : effects) {
      if (effect.result() instanceof Result.Measured(var shapes)) {
        shapes.forEach(
            (shape, comparison) ->
                table.row(
                    effect.pathology().name(),
                    shape,
                    Units.time(comparison.base().p50()),
                    Units.time(comparison.other().p50()),
                    slowdown(comparison).toString(),
                    comparison.contrast().typical().label()));
      }
    }
    return table.build();
  }

  private List<String> conclusions() {
    var lines = new ArrayList<String>();
    for (Effect effect : effects) {
      if (effect.result() instanceof Result.Measured(var shapes)) {
        shapes.forEach(
            (shape, comparison) -> {
              if (comparison.contrast().typical() == Relation.FASTER) {
                lines.add(
                    "Faster with '%s' on %s: %s of the time. The candidate can be improved: this optimisation costs more than it gains: %s."
                        .formatted(
                            effect.pathology().name(),
                            shape,
                            slowdown(comparison),
                            effect.pathology().suspects()));
              }
            });
      }
    }
    add(lines, "The candidate depends on ", Relation.SLOWER);
    add(lines, "No slowdown, so not a bottleneck: ", Relation.SAME);
    add(lines, "Undecided: ", Relation.UNDECIDED);
    for (Effect effect : effects) {
      switch (effect.result()) {
        case Result.Wrong(Rejected why) -> lines.add(refusal(effect, why, "gives a wrong result"));
        case Result.Failed(Rejected why) -> lines.add(refusal(effect, why, "failed"));
        case Result.Inapplicable(String reason) ->
            lines.add("'%s' is not applicable: %s.".formatted(effect.pathology().name(), reason));
        case Result.Measured _, Result.Unmeasured _ -> {}
      }
    }
    String late =
        effects.stream()
            .filter(effect -> effect.result() instanceof Result.Unmeasured)
            .map(effect -> effect.pathology().name())
            .collect(Collectors.joining(", "));
    if (!late.isEmpty()) {
      lines.add("Not measured (out of time): %s. Allow more time with --wall.".formatted(late));
    }
    return lines;
  }

  private static String refusal(Effect effect, Rejected why, String what) {
    return "'%s' %s (%s%s): %s"
        .formatted(
            effect.pathology().name(),
            what,
            why.reason().label(),
            why.shape().isEmpty() ? "" : " on shape " + why.shape(),
            Printable.line(why.message()));
  }

  private void add(List<String> lines, String beginning, Relation relation) {
    String which =
        effects.stream()
            .filter(effect -> weightiest(effect.result()) == relation)
            .map(
                effect ->
                    "%s (%s, %s)"
                        .formatted(
                            effect.pathology().suspects(),
                            effect.pathology().name(),
                            utmost((Result.Measured) effect.result(), relation)))
            .collect(Collectors.joining("; "));
    if (!which.isEmpty()) {
      lines.add(beginning + which + ".");
    }
  }

  /** The greatest slowdown among the shapes with this relation. */
  private static String utmost(Result.Measured measured, Relation relation) {
    double most =
        measured.shapes().values().stream()
            .filter(shape -> shape.contrast().typical() == relation)
            .mapToDouble(shape -> slowdown(shape).ratio())
            .max()
            .orElseThrow();
    return (measured.shapes().size() > 1 ? "up to " : "") + Units.factor(most);
  }

  /** The decisive relation among the shapes; null if the pathology was not measured. */
  private static @Nullable Relation weightiest(Result result) {
    if (!(result instanceof Result.Measured(var shapes))) {
      return null;
    }
    SequencedMap<Relation, List<String>> found = relations(shapes);
    return List.of(Relation.SLOWER, Relation.FASTER, Relation.UNDECIDED, Relation.SAME).stream()
        .filter(found::containsKey)
        .findFirst()
        .orElseThrow();
  }

  /** The verdict by shape: {@code slower on small, large; same on ragged}. */
  private static String verdict(Result result) {
    return switch (result) {
      case Result.Measured(var shapes) -> {
        SequencedMap<Relation, List<String>> found = relations(shapes);
        yield found.size() == 1
            ? found.firstEntry().getKey().label()
            : found.entrySet().stream()
                .map(group -> group.getKey().label() + " on " + String.join(", ", group.getValue()))
                .collect(Collectors.joining("; "));
      }
      case Result.Wrong _ -> "wrong";
      case Result.Failed(Rejected why) -> why.reason().label();
      case Result.Inapplicable _ -> "not applicable";
      case Result.Unmeasured _ -> "not measured";
    };
  }

  private static SequencedMap<Relation, List<String>> relations(
      SequencedMap<String, SequentialComparison.Comparison> shapes) {
    var relations = new LinkedHashMap<Relation, List<String>>();
    for (Relation relation :
        List.of(Relation.FASTER, Relation.SLOWER, Relation.SAME, Relation.UNDECIDED)) {
      shapes.forEach(
          (shape, comparison) -> {
            if (comparison.contrast().typical() == relation) {
              relations.computeIfAbsent(relation, _ -> new ArrayList<>()).add(shape);
            }
          });
    }
    return relations;
  }
}
