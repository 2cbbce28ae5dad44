package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.value.Value;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Signature;
import dev.evokernel.kernel.source.EntryPoint;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;

/** Combines variants into one kernel. */
public final class VariantUnion {

  private VariantUnion() {}

  /**
   * Combines variants, whose parameters of one name have one type. The default is that of the
   * preferred variant, or of the first one if that may not be chosen.
   */
  public static Kernel of(Variants all, String preferred, List<Argument> common) {
    List<Variant> variants = all.chosen();
    Kernel face =
        variants.stream()
            .filter(variant -> variant.name().equals(preferred))
            .findFirst()
            .orElse(variants.getFirst())
            .kernel();
    Set<String> shared = new LinkedHashSet<>(common.stream().map(Argument::name).toList());
    var signature =
        new Signature(
            face.arguments().stream().filter(a -> shared.contains(a.name())).toList(),
            face.entryPoint().signature().typedBy());
    return new Kernel(
        face.identity(),
        new EntryPoint(
            face.source(), signature, face.entryPoint().launches(), face.entryPoint().macros()),
        face.correctness(),
        new ParameterSpace(
            parameters(variants), face.defaultConfiguration(), face.constraints(), face.scope()),
        face.shapes(),
        face.work(),
        face.extras(),
        all);
  }

  /** Returns the choice of the variant, then each parameter with its values in all variants. */
  private static List<Parameter> parameters(List<Variant> variants) {
    var values = new LinkedHashMap<String, Set<Value>>();
    for (Variant variant : variants) {
      for (Parameter parameter : variant.kernel().parameters()) {
        values
            .computeIfAbsent(parameter.name(), _ -> new LinkedHashSet<>())
            .addAll(parameter.values());
      }
    }
    var parameters = new ArrayList<Parameter>();
    parameters.add(
        new Parameter(
            Configuration.VARIANT,
            variants.stream().map(variant -> Value.of(variant.name())).toList()));
    for (Map.Entry<String, Set<Value>> entry : values.entrySet()) {
      parameters.add(merged(entry.getKey(), entry.getValue(), variants));
    }
    return parameters;
  }

  /** Merges values in order of occurrence; sorts numbers that ascend in every variant. */
  private static Parameter merged(String name, Set<Value> values, List<Variant> variants) {
    var all = new ArrayList<>(values);
    boolean ascending =
        variants.stream()
            .flatMap(variant -> variant.kernel().parameters().stream())
            .filter(parameter -> parameter.name().equals(name))
            .allMatch(VariantUnion::isAscending);
    if (ascending) {
      all.sort(Comparator.comparingDouble(VariantUnion::number));
    }
    return new Parameter(name, all);
  }

  private static boolean isAscending(Parameter parameter) {
    List<Value> values = parameter.values();
    return parameter.type().isNumber()
        && IntStream.range(1, values.size())
            .allMatch(i -> number(values.get(i)) > number(values.get(i - 1)));
  }

  private static double number(Value value) {
    return ((Number) value.plain()).doubleValue();
  }
}
