package dev.evokernel.report;

import module java.base;

import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.stats.Contrast.Relation;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.text.Units;

/**
 * Result of {@code evo ablate}: pathologies ranked by slowdown.
 *
 * @param how origin of the numbers
 * @param margin relative difference up to which two times count as equal
 */
public record AblationReport(
    String candidate,
    String configuration,
    String how,
    double margin,
    List<Effect> effects,
    String command)
    implements Report {

  public sealed interface Result {

    /** The slowdown was measured; the unchanged candidate is the base. */
    record Measured(SequencedMap<String, SequentialComparison.Comparison> shapes)
        implements Result {}

    record Wrong(Rejected rejection) implements Result {}

    /** The changed candidate fails to compile or launch, or times out. */
    record Failed(Rejected rejection) implements Result {}

    /** The pathology cannot be applied to the candidate, or changes nothing. */
    record Inapplicable(String reason) implements Result {}

    record Unmeasured() implements Result {}
  }

  public record Effect(Pathology pathology, Result result) {}

  /** Relations in the order of a verdict by shape. */
  private static final List<Relation> NAMED =
      List.of(Relation.FASTER, Relation.SLOWER, Relation.SAME, Relation.UNDECIDED);

  /** Relations by their weight in the conclusion on a pathology. */
  private static final List<Relation> WEIGHED =
      List.of(Relation.SLOWER, Relation.FASTER, Relation.UNDECIDED, Relation.SAME);

  private record Measured(
      Pathology pathology, String shape, SequentialComparison.Comparison times) {
    static final Data.Columns<Measured> FIELDS =
        new Data.Columns<Measured>()
            .add("shape", Measured::shape)
            .addAll("", ComparisonReport.COMPARED, measured -> Optional.of(measured.times()));

    Relation relation() {
      return times.contrast().typical();
    }

    RatioEstimate slowdown() {
      RatioEstimate speed = times.contrast().p50();
      return new RatioEstimate(1 / speed.ratio(), 1 / speed.high(), 1 / speed.low());
    }
  }

  private static final Data.Columns<Effect> EFFECT =
      new Data.Columns<Effect>()
          .add("name", effect -> effect.pathology().name())
          .add("change", effect -> effect.pathology().change())
          .add("suspects", effect -> effect.pathology().suspects())
          .add("because", effect -> effect.pathology().because())
          .add("verdict", AblationReport::verdict)
          .addIfPresent("times_as_long", effect -> cost(effect).stream().boxed().findFirst())
          .addIfPresent(
              "shapes",
              effect ->
                  Optional.of(Measured.FIELDS.objects(measured(effect)))
                      .filter(shapes -> !shapes.isEmpty()));

  private static final Data.Columns<AblationReport> FIELDS =
      new Data.Columns<AblationReport>()
          .add("candidate", AblationReport::candidate)
          .add("configuration", AblationReport::configuration)
          .add("how", AblationReport::how)
          .add("margin", AblationReport::margin)
          .add("pathologies", report -> EFFECT.objects(report.effects()))
          .add("findings", AblationReport::conclusions)
          .add("command", AblationReport::command);

  public AblationReport {
    effects =
        effects.stream()
            .sorted(Comparator.comparingDouble((Effect effect) -> -cost(effect).orElse(0)))
            .toList();
  }

  /** The effect on each shape; none if the pathology was not measured. */
  private static List<Measured> measured(Effect effect) {
    return effect.result() instanceof Result.Measured(var shapes)
        ? shapes.entrySet().stream()
            .map(shape -> new Measured(effect.pathology(), shape.getKey(), shape.getValue()))
            .toList()
        : List.of();
  }

  private List<Measured> measured() {
    return effects.stream().flatMap(effect -> measured(effect).stream()).toList();
  }

  /** Slowdown, the geometric mean over shapes. */
  private static OptionalDouble cost(Effect effect) {
    double[] slowdowns =
        measured(effect).stream().mapToDouble(shape -> shape.slowdown().ratio()).toArray();
    return slowdowns.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(GeometricMean.of(slowdowns));
  }

  @Override
  public Document document() {
    return Document.framed(
        List.of(candidate, configuration, how),
        List.of(ranking(), details(), new Block.Bullets(conclusions(), 0)),
        command,
        FIELDS.fields(this));
  }

  /** Pathologies by slowdown; unmeasured ones come last, without a rank. */
  private Table ranking() {
    return new Table.Columns<Effect>()
        .quantity("", effect -> cost(effect).isEmpty() ? "" : effects.indexOf(effect) + 1)
        .text("pathology", effect -> effect.pathology().name())
        .text("disables", effect -> effect.pathology().suspects())
        .quantity("slowdown", effect -> Units.formatted("%.3f×", cost(effect)))
        .text("verdict", AblationReport::verdict)
        .text("change", effect -> effect.pathology().change())
        .rows(effects);
  }

  private Table details() {
    return new Table.Columns<Measured>()
        .text("pathology", measured -> measured.pathology().name())
        .text("shape", Measured::shape)
        .quantity("p50 without", measured -> Units.time(measured.times().base().p50()))
        .quantity("p50 with", measured -> Units.time(measured.times().other().p50()))
        .text("slowdown (CI)", Measured::slowdown)
        .text("verdict", measured -> measured.relation().label())
        .rows(measured());
  }

  private List<String> conclusions() {
    var lines = new ArrayList<String>();
    for (Measured measured : measured()) {
      if (measured.relation() == Relation.FASTER) {
        lines.add(
            "Faster with '%s' on %s: %s of the time. The candidate can be improved: this optimisation costs more than it gains: %s."
                .formatted(
                    measured.pathology().name(),
                    measured.shape(),
                    measured.slowdown(),
                    measured.pathology().suspects()));
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

  /** Adds a line with the pathologies whose weightiest relation on any shape is this one. */
  private void add(List<String> lines, String beginning, Relation relation) {
    String which =
        effects.stream()
            .map(AblationReport::measured)
            .filter(
                shapes ->
                    shapes.stream()
                        .map(Measured::relation)
                        .min(Comparator.comparingInt(WEIGHED::indexOf))
                        .equals(Optional.of(relation)))
            .map(shapes -> utmost(shapes, relation))
            .collect(Collectors.joining("; "));
    if (!which.isEmpty()) {
      lines.add(beginning + which + ".");
    }
  }

  private static String utmost(List<Measured> shapes, Relation relation) {
    Pathology pathology = shapes.getFirst().pathology();
    double most =
        shapes.stream()
            .filter(shape -> shape.relation() == relation)
            .mapToDouble(shape -> shape.slowdown().ratio())
            .max()
            .orElseThrow();
    return "%s (%s, %s%s)"
        .formatted(
            pathology.suspects(),
            pathology.name(),
            shapes.size() > 1 ? "up to " : "",
            Units.factor(most));
  }

  /** The verdict by shape: {@code slower on small, large; same on ragged}. */
  private static String verdict(Effect effect) {
    return switch (effect.result()) {
      case Result.Measured _ -> {
        SequencedMap<Relation, String> found =
            measured(effect).stream()
                .collect(
                    Collectors.groupingBy(
                        Measured::relation,
                        () -> new TreeMap<>(Comparator.comparingInt(NAMED::indexOf)),
                        Collectors.mapping(Measured::shape, Collectors.joining(", "))));
        yield found.size() == 1
            ? found.firstEntry().getKey().label()
            : found.entrySet().stream()
                .map(group -> group.getKey().label() + " on " + group.getValue())
                .collect(Collectors.joining("; "));
      }
      case Result.Wrong _ -> "wrong";
      case Result.Failed(Rejected why) -> why.reason().label();
      case Result.Inapplicable _ -> "not applicable";
      case Result.Unmeasured _ -> "not measured";
    };
  }
}
