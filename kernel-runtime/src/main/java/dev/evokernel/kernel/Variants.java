package dev.evokernel.kernel;

import module java.base;

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
}
