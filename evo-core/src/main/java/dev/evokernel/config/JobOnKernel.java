package dev.evokernel.config;

import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.YamlDocument;
import dev.evokernel.kernel.YamlNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a job says about its kernel, once the kernel is known. */
final class JobOnKernel {

  private final YamlDocument document;
  private final Kernel kernel;

  JobOnKernel(YamlDocument document, Kernel kernel) {
    this.document = document;
    this.kernel = kernel;
  }

  List<Shape> shapes() {
    var shapes = new ArrayList<Shape>();
    for (YamlNode node : document.root().value("shapes").elements()) {
      kernel.shapes().stream()
          .filter(shape -> shape.name().equals(node.text()))
          .findFirst()
          .ifPresentOrElse(
              shapes::add,
              () ->
                  document.problem(
                      node,
                      "the kernel '" + kernel.name() + "' has no shape '" + node.text() + "'",
                      Spelling.advice(
                          node.text(), kernel.shapes().stream().map(Shape::name).toList())));
    }
    document.check();
    return shapes;
  }

  /** One for each shape of the job. */
  void requireWeights(List<Shape> shapes) {
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
            "Give one to each of " + String.join(", ", names) + ", or narrow 'shapes' to fewer.");
      }
    }
    document.check();
  }

  List<Configuration> seeds(List<Shape> shapes) {
    List<Configuration> seeds =
        document
            .root()
            .value("seeding")
            .mapping()
            .value("configurations")
            .each(node -> seed(node.mapping(), shapes));
    document.check();
    return seeds;
  }

  private Configuration seed(YamlNode.Mapping node, List<Shape> shapes) {
    Configuration seed = kernel.defaultConfiguration();
    boolean good = true;
    for (Map.Entry<String, YamlNode> entry : node.values().entrySet()) {
      String name = entry.getKey();
      Value value = entry.getValue().scalar().value();
      Optional<Parameter> parameter =
          kernel.parameters().stream().filter(known -> known.name().equals(name)).findFirst();
      if (parameter.isEmpty()) {
        document.problem(
            node.key(name),
            "the kernel '" + kernel.name() + "' has no parameter '" + name + "'",
            Spelling.advice(name, kernel.parameters().stream().map(Parameter::name).toList()));
        good = false;
      } else if (!parameter.get().values().contains(value)) {
        document.problem(
            entry.getValue(),
            name + " is never '" + value + "'",
            "It is one of "
                + parameter.get().values().stream()
                    .map(Value::toString)
                    .collect(Collectors.joining(", "))
                + ".");
        good = false;
      } else {
        seed = seed.with(name, value);
      }
    }
    if (good) {
      constraints(node, seed, shapes);
    }
    return seed;
  }

  private void constraints(YamlNode node, Configuration seed, List<Shape> shapes) {
    for (Constraint constraint : kernel.constraints()) {
      kernel
          .space()
          .breaking(constraint, seed, shapes)
          .ifPresent(
              shape ->
                  document.problem(
                      node,
                      "this seed breaks '"
                          + constraint.condition()
                          + "' in the shape '"
                          + shape.name()
                          + "'",
                      (constraint.because().isEmpty()
                              ? ""
                              : "Because " + constraint.because() + ". ")
                          + "Completed from the default it is: "
                          + seed
                          + "."));
    }
  }
}
