package dev.evokernel.kernel;

import dev.evokernel.expr.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A backend's section over the top of the file: where both have a key, the section's replaces the
 * top's as a whole. Of a kernel with variants, one of them over both: what a variant says is added
 * to what all of them have in common.
 */
final class KernelSection {

  private static final List<String> REQUIRED =
      List.of("sources", "entry", "reference", "parameters", "shapes", "arguments", "work");

  /** What a program that builds the binaries takes the place of. */
  private static final Set<String> MADE = Set.of("sources", "entry");

  /** Of these the variant's entries follow the common ones; any other key stands on one level. */
  private static final Set<String> ADDED =
      Set.of("arguments", "parameters", "constraints", "let", "pathologies");

  private final YamlNode.Mapping top;
  private final YamlNode.Mapping section;
  private final YamlNode.@Nullable Mapping variant;
  private final String name;
  private final boolean mayLackDefault;

  private KernelSection(
      YamlNode.Mapping top,
      YamlNode.Mapping section,
      YamlNode.@Nullable Mapping variant,
      String name,
      boolean mayLackDefault) {
    this.top = top;
    this.section = section;
    this.variant = variant;
    this.name = name;
    this.mayLackDefault = mayLackDefault;
  }

  /**
   * @param mayLackDefault whether a kernel, or a variant, without a default is read as well
   * @throws InvalidFileException if the file has no such backend, or the backend lacks a key
   */
  static KernelSection of(YamlDocument document, String backend, boolean mayLackDefault) {
    YamlNode.Mapping backends = document.root().value("backends").mapping();
    Place place = document.root().key("backends");
    if (backends.find(backend).isEmpty()) {
      List<String> known = List.copyOf(backends.values().keySet());
      document.problem(
          place, "no section for the backend '" + backend + "'", Spelling.advice(backend, known));
      document.check();
    }
    var section =
        new KernelSection(
            document.root(),
            backends.value(backend).mapping(),
            /* variant= */ null,
            /* name= */ "",
            mayLackDefault);
    if (section.variants().isEmpty()) {
      section.require(
          document,
          backends.key(backend),
          "the backend '" + backend + "'",
          "Write it here, or at the top for all backends.",
          backend);
      if (section.find("default").filter(it -> !(it instanceof YamlNode.Mapping)).isPresent()) {
        document.problem(
            section.value("default"),
            "'default' must be a mapping, not " + section.value("default").label(),
            "One value for every parameter; only beside 'variants' it is a name.");
        document.check();
      }
    }
    return section;
  }

  private void require(
      YamlDocument document, Place place, String what, String advice, String backend) {
    boolean built = find("build").isPresent();
    if (built && find("sources").isPresent()) {
      document.problem(
          key("build"),
          what + " has both 'build' and 'sources'",
          "Keep 'sources' for evo to compile, or 'build' for a program of your own.");
    }
    boolean judged = find("check").isPresent();
    for (String key : judged ? List.of("reference", "tolerances") : List.<String>of()) {
      if (find(key).isPresent()) {
        document.problem(
            key("check"),
            what + " has both 'check' and '" + key + "'",
            "A check judges the outputs by itself; keep one of the two.");
      }
    }
    for (String key : REQUIRED) {
      if (find(key).isEmpty()
          && !(built && MADE.contains(key))
          && !(judged && key.equals("reference"))) {
        document.problem(place, what + " has no '" + key + "'", advice);
      }
    }
    if (!mayLackDefault && find("default").isEmpty()) {
      document.problem(
          place,
          what + " has no 'default'",
          "Name one, for example the one that a run settled on: default: {…}. 'evo check', and 'evo"
              + " run' on devices of its own host, find one themselves.");
    }
    if (backend.equals("cuda") && !built && find("launch").isEmpty()) {
      document.problem(
          place,
          what + " has no 'launch'",
          "For example: launch: {grid: [\"ceil_div(N, 256)\"], block: [256]}");
    }
    document.check();
  }

  /** The variants by their names, in the file's order; empty where there are none. */
  Optional<YamlNode.Mapping> variants() {
    return common("variants").map(YamlNode::mapping);
  }

  /**
   * One of the variants.
   *
   * @throws InvalidFileException if it lacks a key, or has one that all variants have
   */
  KernelSection in(YamlDocument document, String variantName, String backend) {
    YamlNode.Mapping variants = variants().orElseThrow();
    YamlNode.Mapping own = variants.value(variantName).mapping();
    for (String key : own.values().keySet()) {
      if (!ADDED.contains(key) && !key.equals("default") && common(key).isPresent()) {
        document.problem(
            own.key(key),
            "'%s' stands in the variant '%s' and for all variants".formatted(key, variantName),
            "Keep it in one of the two places; line %d has the other."
                .formatted(commonKey(key).line()));
      }
    }
    for (String key : ADDED) {
      twice(document, key, variantName, own);
    }
    document.check();
    var found = new KernelSection(top, section, own, variantName, mayLackDefault);
    found.require(
        document,
        variants.key(variantName),
        "the variant '" + variantName + "'",
        "Write it here, or beside 'variants' for all of them.",
        backend);
    return found;
  }

  /** The name of the variant, of one. */
  Optional<String> variant() {
    return variant == null ? Optional.empty() : Optional.of(name);
  }

  private void twice(YamlDocument document, String key, String variantName, YamlNode.Mapping own) {
    if (own.find(key).orElse(null) instanceof YamlNode.Mapping added
        && common(key).orElse(null) instanceof YamlNode.Mapping shared) {
      for (String entry : added.values().keySet()) {
        if (shared.find(entry).isPresent()) {
          document.problem(
              added.key(entry),
              "'%s' stands below '%s' in the variant '%s' and for all variants"
                  .formatted(entry, key, variantName),
              "Rename one, or keep one; line %d has the other."
                  .formatted(shared.key(entry).line()));
        }
      }
    }
  }

  Optional<YamlNode> find(String key) {
    Optional<YamlNode> shared =
        key.equals("default") && variant != null ? Optional.empty() : common(key);
    if (variant == null) {
      return shared;
    }
    Optional<YamlNode> own = variant.find(key);
    return own.isPresent() && shared.isPresent()
        ? Optional.of(joined(shared.get(), own.get()))
        : own.or(() -> shared);
  }

  /** What the variant adds to a list that all variants have. */
  List<YamlNode> addedTo(String key) {
    return variant == null
        ? List.of()
        : variant.find(key).stream().flatMap(it -> it.elements().stream()).toList();
  }

  private static YamlNode joined(YamlNode shared, YamlNode own) {
    if (shared instanceof YamlNode.Mapping first && own instanceof YamlNode.Mapping second) {
      var keys = new LinkedHashMap<>(first.keys());
      keys.putAll(second.keys());
      var values = new LinkedHashMap<>(first.values());
      values.putAll(second.values());
      return new YamlNode.Mapping(second.place(), keys, values);
    }
    var elements = new ArrayList<YamlNode>();
    Stream.of(shared, own).forEach(node -> elements.addAll(node.elements()));
    return new YamlNode.Sequence(own.place(), elements);
  }

  private Optional<YamlNode> common(String key) {
    return section.find(key).or(() -> top.find(key));
  }

  private Place commonKey(String key) {
    return section.find(key).isPresent() ? section.key(key) : top.key(key);
  }

  YamlNode value(String key) {
    return find(key).orElseThrow(() -> new IllegalArgumentException("No key '" + key + "'."));
  }

  /** Where a key stands that is the backend's alone, and not the file's top. */
  Optional<Place> ownKey(String key) {
    return section.find(key).map(_ -> section.key(key));
  }

  /** Where the key in force stands. */
  Place key(String key) {
    return variant != null && variant.find(key).isPresent() ? variant.key(key) : commonKey(key);
  }
}
