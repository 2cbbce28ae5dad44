package dev.evokernel.report;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import org.jspecify.annotations.Nullable;

/** Configurations as compiler flags, as YAML, as Python for Triton, and as differences. */
public final class Macros {

  private static final Set<String> TRITON_SIGNS = Set.of("num_warps", "num_stages");
  private static final Set<String> TRITON_OPTIONS =
      Set.of("num_warps", "num_stages", "num_ctas", "maxnreg");

  private Macros() {}

  /**
   * The flags of every binary: {@code -DTILE_M=64 -DPACK=1 -O3}. None are common to a default that
   * depends on the shape.
   */
  public static String flags(Subject subject, Configuration configuration) {
    if (configuration.isByShape()) {
      return "";
    }
    return subject.macros().line(configuration);
  }

  /** Additional flags for one shape, for example {@code -DHEAD=128}; empty for most kernels. */
  public static String flags(Subject subject, Shape shape, Configuration configuration) {
    Configuration own = configuration.on(shape);
    String macros = subject.macros().on(shape, own).flags();
    return configuration.isByShape() ? (flags(subject, own) + " " + macros).strip() : macros;
  }

  /** Additional flags by the names of their shapes; empty for most kernels. */
  public static SequencedMap<String, String> byShape(Subject subject, Configuration configuration) {
    var flags = new LinkedHashMap<String, String>();
    if (!subject.macros().expressions().isEmpty() || configuration.isByShape()) {
      subject.workloads().stream()
          .map(Workload::shape)
          .collect(
              Collectors.groupingBy(
                  shape -> flags(subject, shape, configuration),
                  LinkedHashMap::new,
                  Collectors.mapping(Shape::name, Collectors.joining(", "))))
          .forEach((macros, shapes) -> flags.put(shapes, macros));
    }
    return flags;
  }

  /** Lines with additional flags, for example {@code on d128, d128_causal: -DHEAD=128}. */
  public static List<String> linesByShape(Subject subject, Configuration configuration) {
    return byShape(subject, configuration).entrySet().stream()
        .map(entry -> "on " + entry.getKey() + ": " + entry.getValue())
        .toList();
  }

  /**
   * The flags of every binary, a line for each group of shapes with additional flags, and the entry
   * of a template.
   */
  public static List<String> lines(Subject subject, Configuration configuration) {
    return Stream.of(
            Stream.of(flags(subject, configuration)),
            linesByShape(subject, configuration).stream(),
            subject.macros().entry(configuration).map("entry: "::concat).stream())
        .flatMap(lines -> lines)
        .filter(line -> !line.isEmpty())
        .toList();
  }

  /**
   * Differences from the default, for example {@code TILE_M=64 PACK=true}, or {@code the default}.
   * All values, if the default depends on the shape.
   */
  public static String difference(Configuration configuration, Configuration theDefault) {
    if (theDefault.isByShape()) {
      return configuration.equals(theDefault) ? "the default" : configuration.toString();
    }
    String difference =
        configuration.values().entrySet().stream()
            .filter(entry -> !entry.getValue().equals(theDefault.values().get(entry.getKey())))
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(Collectors.joining(" "));
    return difference.isEmpty() ? "the default" : difference;
  }

  /** Values of two configurations by parameter, where the values differ. */
  public static SequencedMap<String, List<@Nullable Object>> changes(
      Configuration before, Configuration after) {
    var changes = new LinkedHashMap<String, List<@Nullable Object>>();
    Stream.of(before, after)
        .flatMap(configuration -> configuration.values().keySet().stream())
        .distinct()
        .filter(name -> !Objects.equals(before.values().get(name), after.values().get(name)))
        .forEach(name -> changes.put(name, Arrays.asList(plain(before, name), plain(after, name))));
    return changes;
  }

  private static @Nullable Object plain(Configuration configuration, String name) {
    Value value = configuration.values().get(name);
    return value == null ? null : value.plain();
  }

  /** The key {@code default} of {@code kernel.yaml}, inside its variant if there are variants. */
  public static String asDefault(Configuration configuration) {
    String values = "default: " + yaml(configuration.withoutVariant());
    if (configuration.isByShape()) {
      values +=
          (configuration.variant().isPresent() ? ", " : "\n")
              + "defaults: "
              + JsonRenderer.compact(configuration.shapeExpressions());
    }
    String shown = values;
    return configuration
        .variant()
        .map(variant -> "variants: {%s: {%s}}".formatted(variant, shown))
        .orElse(shown);
  }

  /** YAML on one line, for example {@code {"TILE_M":64,"PACK":true}}. */
  public static String yaml(Configuration configuration) {
    return JsonRenderer.compact(Plain.of(configuration));
  }

  /**
   * Initial configurations as a section of {@code evo.yaml}.
   *
   * @param why one line, for a comment
   */
  public static String asSeeding(List<InitialConfiguration> initial, String why) {
    return initial.stream()
        .map(each -> "    - %s  # %s\n".formatted(yaml(each.configuration()), each.origin()))
        .collect(Collectors.joining("", "seeding:  # " + why + "\n  configurations:\n", ""));
  }

  /**
   * The configuration in the syntax of {@code triton.autotune}: {@code triton.Config({'BLOCK':
   * 128}, num_warps=4)}. Empty without {@code num_warps} and {@code num_stages}, because the kernel
   * is in C, and with options of one launch, {@code combine_num_warps}: a Config has one launch.
   */
  public static Optional<String> triton(Configuration configuration) {
    Map<String, Value> values = configuration.withoutVariant().values();
    if (values.keySet().stream().noneMatch(TRITON_SIGNS::contains)
        || values.keySet().stream()
            .anyMatch(name -> TRITON_OPTIONS.stream().anyMatch(own -> name.endsWith("_" + own)))) {
      return Optional.empty();
    }
    var words = new ArrayList<String>();
    words.add(
        values.entrySet().stream()
            .filter(entry -> !TRITON_OPTIONS.contains(entry.getKey()))
            .map(entry -> "'" + entry.getKey() + "': " + python(entry.getValue()))
            .collect(Collectors.joining(", ", "{", "}")));
    values.entrySet().stream()
        .filter(entry -> TRITON_OPTIONS.contains(entry.getKey()))
        .map(entry -> entry.getKey() + "=" + python(entry.getValue()))
        .forEach(words::add);
    return Optional.of("triton.Config(" + String.join(", ", words) + ")");
  }

  private static String python(Value value) {
    return switch (value.plain()) {
      case Boolean truth -> truth ? "True" : "False";
      case String word -> "'" + word + "'";
      case Object number -> number.toString();
    };
  }
}
