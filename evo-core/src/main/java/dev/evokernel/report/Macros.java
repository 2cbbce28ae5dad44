package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.render.JsonRenderer;
import dev.evokernel.store.Subject;
import dev.evokernel.store.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** A configuration as compilers and {@code kernel.yaml} take it. */
public final class Macros {

  private Macros() {}

  /** For example {@code -DTILE_M=64 -DPACK=1}. */
  public static String flags(Configuration configuration) {
    return configuration.withoutVariant().flags();
  }

  /** What one shape adds to them, for example {@code -DHEAD=128}; empty for most kernels. */
  static String flags(Subject subject, Shape shape, Configuration configuration) {
    return subject.macros().on(shape, configuration).flags();
  }

  /** What shapes add to them, by the shapes' names; empty for most kernels. */
  static SequencedMap<String, String> byShape(Subject subject, Configuration configuration) {
    var shapes = new LinkedHashMap<String, List<String>>();
    if (!subject.macros().expressions().isEmpty()) {
      for (Workload workload : subject.workloads()) {
        Shape shape = workload.shape();
        shapes
            .computeIfAbsent(flags(subject, shape, configuration), _ -> new ArrayList<>())
            .add(shape.name());
      }
    }
    var flags = new LinkedHashMap<String, String>();
    shapes.forEach((macros, names) -> flags.put(String.join(", ", names), macros));
    return flags;
  }

  /** The same in lines, for example {@code on d128, d128_causal: -DHEAD=128}. */
  static List<String> linesByShape(Subject subject, Configuration configuration) {
    return byShape(subject, configuration).entrySet().stream()
        .map(entry -> "on " + entry.getKey() + ": " + entry.getValue())
        .toList();
  }

  /** All of them: what every binary has, and a line for each that shapes tell apart. */
  public static List<String> lines(Subject subject, Configuration configuration) {
    return Stream.concat(
            Stream.of(flags(configuration)), linesByShape(subject, configuration).stream())
        .toList();
  }

  /** How {@code kernel.yaml} says that this is the default, of its variant where it has some. */
  public static String asDefault(Configuration configuration) {
    String values = "default: " + yaml(configuration.withoutVariant());
    return configuration
        .variant()
        .map(variant -> "variants: {%s: {%s}}".formatted(variant, values))
        .orElse(values);
  }

  /** For example {@code {"TILE_M":64,"PACK":true}}, which is also YAML. */
  public static String yaml(Configuration configuration) {
    return JsonRenderer.compact(Plain.of(configuration));
  }
}
