package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Spelling;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;
import dev.evokernel.text.Launcher;

/**
 * Variants of a kernel that a device can run on some shapes. The device meets their requirements,
 * and their default satisfies their constraints on each shape.
 */
public record RunnableVariants(Kernel kernel, Map<String, String> leftOut) {

  /**
   * @throws BadInputException if a variant does not exist, or none can run
   */
  public static RunnableVariants of(
      Kernel kernel, List<String> names, Optional<DeviceLimits> limits, List<Shape> shapes) {
    requireKnown(kernel, names);
    var left = new ArrayList<String>();
    var leftOut = new LinkedHashMap<String, String>();
    for (Variant variant : kernel.variants().chosen()) {
      if (names.isEmpty() || names.contains(variant.name())) {
        obstacle(variant, limits, shapes)
            .ifPresentOrElse(
                why -> leftOut.put(variant.name(), why), () -> left.add(variant.name()));
      }
    }
    if (left.isEmpty() && !leftOut.isEmpty()) {
      throw new BadInputException(
          "No variant of '%s' can run here: %s. Choose other shapes or another device, or fix %s."
              .formatted(
                  kernel.name(),
                  String.join("; ", sentences(leftOut)),
                  Launcher.shown(kernel.file())));
    }
    return new RunnableVariants(kernel.only(left), leftOut);
  }

  private static void requireKnown(Kernel kernel, List<String> names) {
    List<String> known = kernel.variants().names();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new BadInputException(
            "The kernel '%s' has no variant '%s'. %s"
                .formatted(
                    kernel.name(),
                    name,
                    known.isEmpty()
                        ? "It has none on the backend '" + kernel.backend() + "'."
                        : Spelling.advice(name, known)));
      }
    }
  }

  /**
   * Notes such as {@code left out: the variant 'hopper' requires 'device.compute_capability ==
   * 90'}.
   */
  List<String> notes() {
    return sentences(leftOut).stream().map(why -> "left out: " + why).toList();
  }

  private static List<String> sentences(Map<String, String> leftOut) {
    return leftOut.entrySet().stream()
        .map(reason -> "the variant '%s' %s".formatted(reason.getKey(), reason.getValue()))
        .toList();
  }

  private static Optional<String> obstacle(
      Variant variant, Optional<DeviceLimits> limits, List<Shape> shapes) {
    Optional<Constraint> unmet = limits.flatMap(known -> variant.unmet(known::value));
    if (unmet.isPresent()) {
      return Optional.of(
          "requires '%s'%s".formatted(unmet.get().condition(), because(unmet.get())));
    }
    Kernel kernel = variant.kernel();
    if (!kernel.namesDefault()) {
      return Optional.empty(); // The search for a default finds one that breaks no constraint.
    }
    for (Shape shape : shapes) {
      Optional<Constraint> broken =
          limits.isPresent()
              ? broken(kernel, limits.get(), shape, kernel.defaultConfiguration())
              : kernel.broken(shape);
      if (broken.isPresent()) {
        return Optional.of(
            "has a default that breaks '%s' on shape '%s'%s"
                .formatted(broken.get().condition(), shape.name(), because(broken.get())));
      }
    }
    return Optional.empty();
  }

  /** First constraint that a configuration of the kernel violates on a device. */
  public static Optional<Constraint> broken(
      Kernel kernel, DeviceLimits limits, Shape shape, Configuration configuration) {
    return kernel.constraints().stream()
        .filter(
            constraint -> {
              try {
                return !constraint.condition().test(limits.frame(kernel, shape, configuration));
              } catch (EvaluationException _) {
                return true;
              }
            })
        .findFirst();
  }

  private static String because(Constraint constraint) {
    return constraint.because().isEmpty() ? "" : ", because " + constraint.because();
  }
}
