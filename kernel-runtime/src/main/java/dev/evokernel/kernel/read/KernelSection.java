package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Keys of one backend: a key of the backend's section replaces the key at the top of the file. The
 * section of a variant adds the variant's keys to those that all variants share.
 *
 * @param variant name of the variant; empty for what all variants share
 * @param mayLackDefault whether the kernel or a variant may have no default
 */
record KernelSection(
    YamlDocument document,
    String backend,
    YamlNode.Mapping keys,
    Optional<String> variant,
    boolean mayLackDefault) {

  /** Keys whose entries in a variant follow the common ones; other keys stand on one level. */
  private static final Set<String> ADDED =
      Set.of("arguments", "parameters", "constraints", "let", "pathologies");

  static KernelSection of(YamlDocument document, String backend, boolean mayLackDefault) {
    YamlNode.Mapping top = document.root();
    YamlNode.Mapping backends = top.value("backends").mapping();
    Set<String> known = backends.values().keySet();
    if (!document.knows(known, top.key("backends"), backend, "no section for the backend '%s'")) {
      document.check();
    }
    YamlNode.Mapping keys = top.with(top.place(), backends.value(backend).mapping());
    var section = new KernelSection(document, backend, keys, Optional.empty(), mayLackDefault);
    if (section.variants().isEmpty()) {
      section.require(
          backends.key(backend),
          "the backend '" + backend + "'",
          "Write it here, or at the top for all backends.");
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

  /** Checks that the section is complete; {@code advice} is for a missing key. */
  private void require(Place place, String what, String advice) {
    var stated = new LinkedHashMap<>(keys.values());
    var words = new LinkedHashMap<>(Map.of("what", what, "advice", advice, "backend", backend));
    if (mayLackDefault) {
      words.put("unsettled", "true");
    }
    words.forEach(
        (word, text) ->
            stated.put(word, new YamlNode.Scalar(place, text, Value.of(text), List.of())));
    document.apply("complete", new YamlNode.Mapping(place, keys.keys(), stated));
    for (YamlNode launch : launches()) {
      if (!backend.equals("cpu") && find("build").isEmpty() && !launch.mapping().has("launch")) {
        document.problem(
            launch,
            "'%s' has no 'launch'".formatted(launch.mapping().value("entry").text()),
            "For example: launch: {grid: [\"ceil_div(N, 256)\"], block: [256]}");
      }
    }
    document.check();
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

  Optional<YamlNode.Mapping> variants() {
    return find("variants").map(YamlNode::mapping);
  }

  /** Returns the section of a variant. */
  KernelSection in(String name) {
    YamlNode.Mapping variants = variants().orElseThrow();
    YamlNode.Mapping own = variants.value(name).mapping();
    var common = new LinkedHashMap<>(keys.values());
    common.remove("default"); // It names the preferred variant.
    var all = new LinkedHashMap<>(common);
    own.forEach(
        (key, value) -> {
          YamlNode shared = common.get(key);
          if (shared != null && !ADDED.contains(key)) {
            document.problem(
                own.key(key),
                "'%s' is defined in variant '%s' and in the common section".formatted(key, name),
                "Remove one of the two; the other is on line %d.".formatted(key(key).line()));
          }
          all.put(key, shared == null ? value : joined(key, name, shared, value));
        });
    document.check();
    var places = new LinkedHashMap<>(keys.keys());
    places.putAll(own.keys());
    var section =
        new KernelSection(
            document,
            backend,
            new YamlNode.Mapping(keys.place(), places, all),
            Optional.of(name),
            mayLackDefault);
    section.require(
        variants.key(name),
        "the variant '" + name + "'",
        "Write it here, or beside 'variants' for all of them.");
    return section;
  }

  private YamlNode joined(String key, String variantName, YamlNode shared, YamlNode own) {
    if (shared instanceof YamlNode.Mapping first && own instanceof YamlNode.Mapping second) {
      second.forEach(
          (entry, _) -> {
            if (first.find(entry).isPresent()) {
              document.problem(
                  second.key(entry),
                  "'%s' is defined below '%s' in variant '%s' and in the common section"
                      .formatted(entry, key, variantName),
                  "Rename or remove one of the two; the other is on line %d."
                      .formatted(first.key(entry).line()));
            }
          });
      return first.with(second.place(), second);
    }
    return new YamlNode.Sequence(
        own.place(), Stream.of(shared, own).flatMap(node -> node.elements().stream()).toList());
  }

  Path folder() {
    return Objects.requireNonNull(document.file().toAbsolutePath().normalize().getParent());
  }

  Optional<YamlNode> find(String key) {
    return keys.find(key);
  }

  YamlNode value(String key) {
    return keys.value(key);
  }

  <T> List<T> list(String key, Function<YamlNode, List<T>> reader) {
    return find(key).map(reader).orElse(List.of());
  }

  /** Place of a key in the backend's section; empty if only the top of the file has the key. */
  Optional<Place> ownKey(String key) {
    return find(key).filter(_ -> !key(key).equals(document.root().key(key))).map(_ -> key(key));
  }

  Place key(String key) {
    return keys.key(key);
  }
}
