package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Value;

/**
 * Variants of a kernel in the file's order, and the names that a search may choose. Both lists are
 * empty for a single unnamed implementation.
 */
public record Variants(List<Variant> all, List<String> names) {

  public static final Variants NONE = new Variants(List.of(), List.of());

  public Variants {
    all = List.copyOf(all);
    names = List.copyOf(names);
    if (names.isEmpty() != all.isEmpty()) {
      throw new IllegalArgumentException("At least one variant of the kernel must remain.");
    }
  }

  public static Variants of(List<Variant> all) {
    return new Variants(all, all.stream().map(Variant::name).toList());
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  public List<Variant> chosen() {
    return all.stream().filter(variant -> names.contains(variant.name())).toList();
  }

  public Optional<Variant> find(String name) {
    return all.stream().filter(variant -> variant.name().equals(name)).findFirst();
  }

  Variants with(KernelIdentity.Programs programs) {
    return new Variants(
        all.stream()
            .map(v -> new Variant(v.name(), v.requires(), v.kernel().with(programs)))
            .toList(),
        names);
  }

  Variants only(Collection<String> allowed) {
    return new Variants(all, names.stream().filter(allowed::contains).toList());
  }

  /**
   * Combines the chosen variants into one kernel. Their parameters of one name have one type. The
   * default is that of the preferred variant, or of the first one if that may not be chosen.
   */
  public Kernel union(String preferred, List<Argument> common) {
    List<Variant> variants = chosen();
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
    EntryPoint own = face.entryPoint();
    return face.with(
        face.identity(),
        new EntryPoint(own.source(), signature, own.launches(), own.macros()),
        parameters(variants),
        this);
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
            .allMatch(Variants::isAscending);
    if (ascending) {
      all.sort(Comparator.comparingDouble(Variants::number));
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
