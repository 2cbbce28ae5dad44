package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;
import dev.evokernel.kernel.Variants;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads {@code variants}: each as a kernel of its own, with the keys that all variants share. */
final class VariantReader {

  private final YamlDocument document;
  private final KernelSection section;
  private final YamlNode.Mapping variants;

  VariantReader(KernelSection section) {
    this.document = section.document();
    this.section = section;
    this.variants = section.variants().orElseThrow();
  }

  Kernel kernel(Function<KernelSection, Kernel> reader) {
    String preferred = preferred();
    var read = new ArrayList<Variant>();
    for (String name : variants.values().keySet()) {
      KernelSection variant = section.in(name);
      addsNoBuffers(name);
      List<Constraint> requires = requires(variant);
      document.check();
      read.add(new Variant(name, requires, reader.apply(variant)));
    }
    sameTypes(read);
    if (read.stream().allMatch(variant -> variant.kernel().namesDefault())) {
      eachShapeRuns(read);
    }
    document.check();
    int common = section.list("arguments", YamlNode::elements).size(); // Those of variants follow.
    return Variants.of(read)
        .union(preferred, read.getFirst().kernel().arguments().subList(0, common));
  }

  private String preferred() {
    Optional<YamlNode> named = section.find("default");
    named.ifPresent(
        node -> {
          if (node instanceof YamlNode.Scalar) {
            document.knows(variants.values().keySet(), node, "there is no variant '%s'");
          } else {
            document.problem(
                section.key("default"),
                "with variants, 'default' must name one of them",
                "Write the values of parameters into the 'default' of each variant.");
          }
        });
    document.check();
    return named
        .map(YamlNode::text)
        .orElseGet(() -> variants.values().sequencedKeySet().getFirst());
  }

  private void addsNoBuffers(String name) {
    Optional<YamlNode> added = variants.value(name).mapping().find("arguments");
    for (YamlNode argument : added.map(YamlNode::elements).orElse(List.of())) {
      if (argument.mapping().has("dimensions")) {
        document.problem(
            argument.mapping().value("name"),
            "the variant '%s' adds the buffer '%s'"
                .formatted(name, argument.mapping().value("name").text()),
            "List it beside 'variants', since variants share all buffers, or make it scratch"
                + " memory.");
      }
    }
  }

  private List<Constraint> requires(KernelSection variant) {
    var scope = Scope.builder();
    for (Limit limit : Limit.values()) {
      scope.declare(limit.expressionName(), Type.INTEGER);
    }
    var expressions =
        new ExpressionReader(document, scope.build(), List.of(), YamlNode.Mapping.empty());
    return variant.list("requires", expressions::constraints);
  }

  /** Checks that parameters of one name have one type, since reports have one column for them. */
  private void sameTypes(List<Variant> read) {
    Map<String, Variant> first = new LinkedHashMap<>();
    for (Variant variant : read) {
      for (Parameter parameter : variant.kernel().parameters()) {
        Variant other = first.putIfAbsent(parameter.name(), variant);
        if (other != null && type(other, parameter.name()) != parameter.type()) {
          document.problem(
              section.in(variant.name()).value("parameters").mapping().key(parameter.name()),
              "%s is %s in the variant '%s' and %s in '%s'"
                  .formatted(
                      parameter.name(),
                      parameter.type().label(),
                      variant.name(),
                      type(other, parameter.name()).label(),
                      other.name()),
              "Rename one of the two.");
        }
      }
    }
  }

  private static Type type(Variant variant, String parameter) {
    return Parameter.find(variant.kernel().parameters(), parameter).orElseThrow().type();
  }

  private void eachShapeRuns(List<Variant> read) {
    YamlNode.Mapping shapes = section.value("shapes").mapping();
    for (Shape shape : read.getFirst().kernel().shapes()) {
      Map<String, Constraint> broken = new LinkedHashMap<>();
      for (Variant variant : read) {
        variant
            .kernel()
            .broken(shape)
            .ifPresent(constraint -> broken.put(variant.name(), constraint));
      }
      if (broken.size() == read.size()) {
        document.problem(
            shapes.key(shape.name()),
            "no variant can run the shape '%s': %s"
                .formatted(
                    shape.name(),
                    broken.entrySet().stream()
                        .map(
                            entry ->
                                "the default of '%s' breaks '%s'"
                                    .formatted(entry.getKey(), entry.getValue().condition()))
                        .collect(Collectors.joining(", "))),
            "Remove the shape, or change a default or a constraint.");
      }
    }
  }
}
