package dev.evokernel.config;

import module java.base;

import dev.evokernel.config.SeedingOptions.Listed;
import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Place;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.stats.Over;
import dev.evokernel.text.YamlText;

/** Resolves a job against its kernel; errors are reported at their line in the job's file. */
record JobResolver(YamlDocument document, Kernel kernel) {

  static Job.OnKernel resolve(Job job, Kernel kernel) {
    var resolver = new JobResolver(job.file().document(), kernel);
    List<Shape> shapes =
        job.shapes().isEmpty() ? kernel.defaultShapes() : resolver.shapes(job.shapes());
    if (job.objective().over() instanceof Over.Weighted) {
      resolver.requireWeights(shapes);
    }
    List<InitialConfiguration> initial = resolver.initial(job.seeding().configurations(), shapes);
    return new Job.OnKernel(shapes, initial);
  }

  private List<Shape> shapes(List<String> texts) {
    YamlDocument given =
        document.root().find("shapes").filter(list -> list.texts().equals(texts)).isPresent()
            ? document
            : YamlDocument.of(Path.of("--shapes"), "shapes: " + YamlText.of(texts));
    List<Shape> shapes =
        new ShapeSelection(kernel.shapes())
            .of(given, given.root().value("shapes"), "the kernel '" + kernel.name() + "'");
    given.check();
    return shapes;
  }

  private void requireWeights(List<Shape> shapes) {
    List<String> names = shapes.stream().map(Shape::name).toList();
    YamlNode.Mapping weights = document.root().value("objective").mapping().value("over").mapping();
    for (String name : weights.values().keySet()) {
      if (!names.contains(name)) {
        document.problem(
            weights.key(name), "the job has no shape '" + name + "'", Spelling.advice(name, names));
      }
    }
    for (String name : names) {
      if (!weights.values().containsKey(name)) {
        document.problem(
            weights,
            "the shape '" + name + "' has no weight",
            "Give a weight to each of " + String.join(", ", names) + ", or remove shapes.");
      }
    }
    document.check();
  }

  private List<InitialConfiguration> initial(List<Listed> listed, List<Shape> shapes) {
    var initial = new ArrayList<InitialConfiguration>();
    listed.stream()
        .collect(Collectors.groupingBy(Listed::source, LinkedHashMap::new, Collectors.toList()))
        .forEach(
            (source, some) -> {
              JobResolver reader = source.isEmpty() ? this : new JobResolver(file(source), kernel);
              List<YamlNode.Mapping> nodes =
                  source.isEmpty()
                      ? document
                          .root()
                          .value("seeding")
                          .mapping()
                          .value("configurations")
                          .each(YamlNode::mapping)
                      : some.stream()
                          .map(one -> written(reader.document.root(), one.values()))
                          .toList();
              for (YamlNode.Mapping node : nodes) {
                initial.add(
                    new InitialConfiguration(
                        reader.configuration(node, shapes),
                        source.isEmpty() ? "written in evo.yaml" : source));
              }
              reader.document.check();
            });
    return initial;
  }

  /** Another program's file, for positions in it; empty for a form that YAML does not read. */
  private static YamlDocument file(String source) {
    try {
      return YamlDocument.of(Path.of(source), Files.readString(Path.of(source)) + "\n");
    } catch (IOException | InvalidFileException _) {
      return YamlDocument.of(Path.of(source), "{}");
    }
  }

  /**
   * A configuration at its place in a file. It stands for the file as a whole where no object of
   * the file holds its values under their names.
   */
  private static YamlNode.Mapping written(YamlNode root, Map<String, Value> wanted) {
    YamlNode.Mapping found =
        holding(root, wanted)
            .orElseGet(() -> new YamlNode.Mapping(Place.FILE, Map.of(), new LinkedHashMap<>()));
    var values = new LinkedHashMap<String, YamlNode>();
    wanted.forEach(
        (name, value) ->
            values.put(
                name,
                found
                    .find(name)
                    .orElseGet(
                        () ->
                            new YamlNode.Scalar(Place.FILE, value.toString(), value, List.of()))));
    return new YamlNode.Mapping(found.place(), found.keys(), values);
  }

  private static Optional<YamlNode.Mapping> holding(YamlNode node, Map<String, Value> wanted) {
    Collection<YamlNode> inner =
        switch (node) {
          case YamlNode.Mapping mapping -> mapping.values().values();
          case YamlNode.Sequence sequence -> sequence.elements();
          case YamlNode.Scalar _, YamlNode.Empty _ -> List.of();
        };
    return node instanceof YamlNode.Mapping mapping
            && wanted.entrySet().stream()
                .allMatch(
                    entry ->
                        mapping.values().get(entry.getKey()) instanceof YamlNode.Scalar scalar
                            && scalar.value().equals(entry.getValue()))
        ? Optional.of(mapping)
        : inner.stream().flatMap(below -> holding(below, wanted).stream()).findFirst();
  }

  private Configuration configuration(YamlNode.Mapping node, List<Shape> shapes) {
    Configuration configuration = theDefault(node.find(Configuration.VARIANT));
    Kernel own = kernel.of(configuration);
    boolean good = true;
    for (Map.Entry<String, YamlNode> entry : node.values().entrySet()) {
      String name = entry.getKey();
      Value value = entry.getValue().scalar().value();
      if (name.equals(Configuration.VARIANT) && configuration.variant().isPresent()) {
        continue;
      }
      Optional<Parameter> parameter =
          own.parameters().stream().filter(known -> known.name().equals(name)).findFirst();
      if (parameter.isEmpty()) {
        document.problem(
            node.key(name),
            "the kernel '" + kernel.name() + "' has no parameter '" + name + "'",
            Spelling.advice(name, own.parameters().stream().map(Parameter::name).toList()));
        good = false;
      } else if (!parameter.get().values().contains(value)) {
        document.problem(
            entry.getValue(),
            name + " has no value '" + value + "'",
            "Its values: "
                + parameter.get().values().stream()
                    .map(Value::toString)
                    .collect(Collectors.joining(", "))
                + ".");
        good = false;
      } else {
        configuration = configuration.with(name, value);
      }
    }
    if (good) {
      constraints(node, configuration, shapes);
    }
    return configuration;
  }

  private Configuration theDefault(Optional<YamlNode> variant) {
    if (variant.isEmpty() || kernel.variants().isEmpty()) {
      return kernel.defaultConfiguration().plain();
    }
    String name = variant.get().text();
    if (!kernel.variants().names().contains(name)) {
      document.problem(
          variant.get(),
          "the kernel '" + kernel.name() + "' has no variant '" + name + "' here",
          Spelling.advice(name, kernel.variants().names()));
    }
    return kernel
        .variants()
        .find(name)
        .map(found -> found.kernel())
        .orElse(kernel)
        .defaultConfiguration()
        .plain();
  }

  private void constraints(YamlNode node, Configuration configuration, List<Shape> shapes) {
    Kernel own = kernel.of(configuration);
    for (Constraint constraint : own.constraints()) {
      own.breaking(constraint, configuration, shapes)
          .ifPresent(
              shape ->
                  document.problem(
                      node,
                      "this configuration violates '"
                          + constraint.condition()
                          + "' on shape '"
                          + shape.name()
                          + "'",
                      (constraint.because().isEmpty()
                              ? ""
                              : "Because " + constraint.because() + ". ")
                          + "With the default's values filled in: "
                          + configuration
                          + "."));
    }
  }
}
