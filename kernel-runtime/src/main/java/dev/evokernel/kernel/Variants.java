package dev.evokernel.kernel;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The implementations of a kernel, and those among which a search may choose.
 *
 * @param all in the file's order; empty where the kernel has a single one without a name
 * @param names of those that may be chosen, in the file's order
 */
public record Variants(List<Variant> all, List<String> names) {

  public static final Variants NONE = new Variants(List.of(), List.of());

  public Variants {
    all = List.copyOf(all);
    names = List.copyOf(names);
    if (names.isEmpty() != all.isEmpty()) {
      throw new IllegalArgumentException("Of a kernel's variants at least one must be left.");
    }
  }

  /** All of them may be chosen. */
  static Variants of(List<Variant> all) {
    return new Variants(all, all.stream().map(Variant::name).toList());
  }

  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Those that may be chosen, in the file's order. */
  public List<Variant> chosen() {
    return all.stream().filter(variant -> names.contains(variant.name())).toList();
  }

  /** One of all. */
  public Optional<Variant> find(String name) {
    return all.stream().filter(variant -> variant.name().equals(name)).findFirst();
  }

  /** The same for a process that keeps inputs in a folder. */
  Variants keepingInputs(Path cache) {
    return new Variants(
        all.stream()
            .map(one -> new Variant(one.name(), one.requires(), one.kernel().keepingInputs(cache)))
            .toList(),
        names);
  }

  /** The same with only those that may be chosen and are among others. */
  Variants only(Collection<String> others) {
    return new Variants(all, names.stream().filter(others::contains).toList());
  }
}
