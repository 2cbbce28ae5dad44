package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Fill;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Signature;
import dev.evokernel.kernel.data.Tolerance;
import dev.evokernel.kernel.source.Correctness;
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Reads {@code repeatable} and {@code numerics}: which bits a right result may have. */
record NumericsReader(YamlDocument document, KernelSection section, List<Shape> shapes) {

  Correctness correctness(
      Reference reference, Map<ElementType, Tolerance> tolerances, Signature signature) {
    boolean mayDiffer =
        section.find("repeatable").stream()
            .anyMatch(node -> node.text().equals("within-tolerance"));
    Optional<YamlNode.Mapping> numerics = section.find("numerics").map(YamlNode::mapping);
    String bits = numerics.map(node -> node.value("bits").text()).orElse("class");
    if (mayDiffer && !bits.equals("class")) {
      problem(
          "'numerics: {bits: %s}' contradicts 'repeatable: within-tolerance'".formatted(bits),
          "Launches that differ have no bits to compare. Remove one of the two.");
    }
    Optional<YamlNode> batch = numerics.flatMap(node -> node.find("batch"));
    if (batch.isPresent() != bits.equals("across_shapes")) {
      problem(
          batch.isPresent()
              ? "'batch' needs 'bits: across_shapes'"
              : "'bits: across_shapes' needs 'batch', the dimension that counts the rows",
          "For example: numerics: {bits: across_shapes, batch: %s}"
              .formatted(shapes.getFirst().dimensions().keySet().iterator().next()));
    } else if (batch.isPresent()) {
      check(batch.get(), signature);
    }
    return new Correctness(
        reference,
        tolerances,
        !mayDiffer,
        bits.equals("default"),
        batch.map(YamlNode::text).orElse(""));
  }

  /** Checks that rows of one shape are rows of another. */
  private void check(YamlNode node, Signature signature) {
    String batch = node.text();
    Set<String> dimensions = shapes.getFirst().dimensions().keySet();
    if (!dimensions.contains(batch)) {
      document.problem(
          node,
          "'batch' names no dimension of the shapes: '" + batch + "'",
          Spelling.advice(batch, dimensions));
      return;
    }
    if (shapes.stream().map(shape -> shape.without(batch)).distinct().count() == shapes.size()) {
      problem(
          "no two shapes differ in '" + batch + "' alone, and so no rows can be compared",
          "Add a shape with the dimensions of another and a different " + batch + ".");
    }
    if (signature.outputs().stream().noneMatch(output -> reads(output.dimensions(), batch))) {
      problem(
          "no output has a row for each of '" + batch + "'",
          "Name the outermost dimension of an output.");
    }
    Stream.concat(
            signature.outputs().stream(), signature.inputs().stream().map(Signature.Input::buffer))
        .distinct()
        .forEach(buffer -> check(buffer, batch));
  }

  private void check(Argument.Buffer buffer, String batch) {
    if (reads(buffer.dimensions().subList(1, buffer.dimensions().size()), batch)) {
      problem(
          "'%s' is not the outermost dimension of '%s'".formatted(batch, buffer.name()),
          "Rows can be compared only where the batch comes first in memory.");
    }
    if (buffer.fill() instanceof Fill.Given) {
      problem(
          "the elements of '%s' come from a file or a program, which may differ between shapes"
              .formatted(buffer.name()),
          "Use a fill by element, such as normal or uniform.");
    }
  }

  private static boolean reads(List<Expression> dimensions, String name) {
    return dimensions.stream().map(Expression::names).anyMatch(names -> names.contains(name));
  }

  private void problem(String message, String advice) {
    document.problem(section.key("numerics"), message, advice);
  }
}
