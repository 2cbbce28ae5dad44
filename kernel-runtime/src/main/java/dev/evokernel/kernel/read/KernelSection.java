package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.value.Spelling;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import org.jspecify.annotations.Nullable;

/**
 * Keys of one backend: a key of the backend's section replaces the key at the top of the file. The
 * section of a variant adds the variant's keys to those that all variants share.
 *
 * @param chosen the keys of the variant; null for what all variants share
 * @param name of the variant, or empty
 * @param mayLackDefault whether the kernel or a variant may have no default
 */
record KernelSection(
    YamlNode.Mapping top,
    YamlNode.Mapping section,
    YamlNode.@Nullable Mapping chosen,
    String name,
    boolean mayLackDefault) {

  private static final List<String> REQUIRED =
      List.of("sources", "entry", "reference", "parameters", "shapes", "arguments", "work");

  private static final String LAUNCH =
      "For example: launch: {grid: [\"ceil_div(N, 256)\"], block: [256]}";

  /** Keys that {@code build} replaces. */
  private static final Set<String> MADE = Set.of("sources", "entry");

  /** Keys whose entries in a variant follow the common ones; other keys stand on one level. */
  private static final Set<String> ADDED =
      Set.of("arguments", "parameters", "constraints", "let", "pathologies");

  /**
   * @param mayLackDefault whether the kernel or a variant may have no default
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
            /* chosen= */ null,
            /* name= */ "",
            mayLackDefault);
    if (section.variants().isEmpty()) {
      section.require(
          document,
          backends.key(backend),
          "the backend '" + backend + "'",
          "Write it here, or at the top for all backends.",
          backend);
      Optional<YamlNode> named = section.find("default");
      if (named.isPresent() && !(named.get() instanceof YamlNode.Mapping)) {
        document.problem(
            named.get(),
            "'default' must be a mapping, not " + named.get().label(),
            "Write one value for every parameter; only a kernel with 'variants' names one here.");
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
          "Keep 'sources' if evo compiles them, or 'build' for your own build program.");
    }
    boolean judged = find("check").isPresent();
    for (String key : judged ? List.of("reference", "tolerances") : List.<String>of()) {
      if (find(key).isPresent()) {
        document.problem(
            key("check"),
            what + " has both 'check' and '" + key + "'",
            "A check needs neither reference nor tolerances; keep one of the two.");
      }
    }
    for (String key : REQUIRED) {
      if (find(key).isEmpty()
          && !(built && MADE.contains(key))
          && !(judged && key.equals("reference"))
          && !(key.equals("entry") && !launches().isEmpty())) {
        document.problem(place, what + " has no '" + key + "'", advice);
      }
    }
    if (find("default").isEmpty() && find("defaults").isPresent()) {
      document.problem(
          key("defaults"),
          what + " has 'defaults' without 'default'",
          "Write the values of the shapes that 'defaults' does not name: default: {…}");
    } else if (!mayLackDefault && find("default").isEmpty()) {
      document.problem(
          place,
          what + " has no 'default'",
          "Write one, for example the best of a run: default: {…}. Without it, 'evo check' and 'evo"
              + " run' on local devices search for one.");
    }
    if (launches().isEmpty()) {
      if (!backend.equals("cpu") && !built && find("launch").isEmpty()) {
        document.problem(place, what + " has no 'launch'", LAUNCH);
      }
    } else {
      requireInLaunches(document, what, backend, built);
    }
    document.check();
  }

  private void requireInLaunches(
      YamlDocument document, String what, String backend, boolean built) {
    boolean grids = !backend.equals("cpu");
    for (String key : List.of("entry", "launch")) {
      if (find(key).isPresent() && (grids || !key.equals("launch"))) {
        document.problem(
            key("launches"),
            what + " has both 'launches' and '" + key + "'",
            "Move '%s' (line %d) into an element of 'launches', or keep one of the two."
                .formatted(key, key(key).line()));
      }
    }
    for (YamlNode launch : launches()) {
      if (grids && !built && launch.mapping().find("launch").isEmpty()) {
        document.problem(
            launch,
            "'%s' has no 'launch'".formatted(launch.mapping().value("entry").text()),
            LAUNCH);
      }
    }
  }

  /** Elements of {@code launches}; empty for a kernel with one launch that is not listed. */
  List<YamlNode> launches() {
    return list("launches", YamlNode::elements);
  }

  /** Entries of the launches; an empty text for a launch whose build program names it. */
  List<String> entries() {
    return launches().isEmpty()
        ? List.of(find("entry").map(YamlNode::text).orElse(""))
        : launches().stream().map(launch -> launch.mapping().value("entry").text()).toList();
  }

  /** Variants by name, in the file's order. */
  Optional<YamlNode.Mapping> variants() {
    return common("variants").map(YamlNode::mapping);
  }

  /**
   * Returns the section of a variant.
   *
   * @throws InvalidFileException if the variant lacks a key, or repeats a common one
   */
  KernelSection in(YamlDocument document, String variantName, String backend) {
    YamlNode.Mapping variants = variants().orElseThrow();
    YamlNode.Mapping own = variants.value(variantName).mapping();
    for (String key : own.values().keySet()) {
      if (!ADDED.contains(key) && !key.equals("default") && common(key).isPresent()) {
        document.problem(
            own.key(key),
            "'%s' is defined in variant '%s' and in the common section".formatted(key, variantName),
            "Remove one of the two; the other is on line %d.".formatted(commonKey(key).line()));
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

  Optional<String> variant() {
    return chosen == null ? Optional.empty() : Optional.of(name);
  }

  private void twice(YamlDocument document, String key, String variantName, YamlNode.Mapping own) {
    if (own.find(key).orElse(null) instanceof YamlNode.Mapping added
        && common(key).orElse(null) instanceof YamlNode.Mapping shared) {
      for (String entry : added.values().keySet()) {
        if (shared.find(entry).isPresent()) {
          document.problem(
              added.key(entry),
              "'%s' is defined below '%s' in variant '%s' and in the common section"
                  .formatted(entry, key, variantName),
              "Rename or remove one of the two; the other is on line %d."
                  .formatted(shared.key(entry).line()));
        }
      }
    }
  }

  Optional<YamlNode> find(String key) {
    Optional<YamlNode> shared =
        key.equals("default") && chosen != null ? Optional.empty() : common(key);
    if (chosen == null) {
      return shared;
    }
    Optional<YamlNode> own = chosen.find(key);
    return own.isPresent() && shared.isPresent()
        ? Optional.of(joined(shared.get(), own.get()))
        : own.or(() -> shared);
  }

  List<YamlNode> addedTo(String key) {
    return chosen == null
        ? List.of()
        : chosen.find(key).stream().flatMap(list -> list.elements().stream()).toList();
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

  /** Reads the list of a key; an empty list without the key. */
  <T> List<T> list(String key, Function<YamlNode, List<T>> reader) {
    return find(key).map(reader).orElse(List.of());
  }

  /** Place of a key in the backend's section; empty if only the top of the file has the key. */
  Optional<Place> ownKey(String key) {
    return find(key).filter(_ -> !key(key).equals(top.key(key))).map(_ -> key(key));
  }

  /** Place of the key that takes effect. */
  Place key(String key) {
    return chosen != null && chosen.find(key).isPresent() ? chosen.key(key) : commonKey(key);
  }
}
