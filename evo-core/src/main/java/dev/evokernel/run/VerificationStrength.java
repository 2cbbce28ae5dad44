package dev.evokernel.run;

import module java.base;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Special;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.spec.EvaluationSpec.VerificationSettings;

/**
 * A check for errors of a kernel that the correctness gate would miss, from the kernel's files and
 * the settings. Weaknesses that depend on the expected outputs are reported by a run once it has
 * computed the outputs.
 *
 * @param kernel as one backend sees it
 */
public record VerificationStrength(
    Kernel kernel, List<Shape> shapes, VerificationSettings settings) {

  /**
   * A weakness of the correctness gate.
   *
   * @param name for example {@code special inputs}
   * @param remedy the key to write, and in which file
   */
  public record Weakness(String name, String found, String remedy) {}

  private static final class Weaknesses extends ArrayList<Weakness> {
    private static final long serialVersionUID = 1L;

    void weak(String name, String found, String remedy) {
      add(new Weakness(name, found, remedy));
    }
  }

  /** Dimensions below this value are counts, not extents that tiles must cover. */
  private static final long EXTENT = 16;

  /** The usual divisor of the sizes of vectors, warps and tiles. */
  private static final long ROUND = 8;

  /** Lists the weaknesses, in the order in which a run would verify; empty if all checks are on. */
  public List<Weakness> weaknesses() {
    var found = new Weaknesses();
    if (settings.inputSets() == 1) {
      found.weak(
          "input sets",
          "one set of random inputs: results left over from the launch before would pass",
          "gate: {input_sets: 2} in evo.yaml");
    }
    kernel.inputs().stream()
        .map(Signature.Input::buffer)
        .filter(input -> input.fill() instanceof Fill.Files(var _, var names) && names.size() == 1)
        .findFirst()
        .ifPresent(
            input ->
                found.weak(
                    "inputs from files",
                    "'%s' is the same in every input set: results that depend on it alone could be kept"
                        .formatted(input.name()),
                    "a second file in the list 'npy' of '%s' in %s"
                        .formatted(input.name(), file())));
    if (kernel.reference() instanceof Reference.Judge judge) {
      found.weak(
          "check of its own",
          "'%s' decides: errors that it does not look for pass".formatted(judge),
          "a 'reference' in %s where the outputs can be computed".formatted(file()));
    }
    kernel.outputs().stream()
        .filter(output -> output.isReduced() && output.check() != Argument.Check.JUDGED)
        .findFirst()
        .ifPresent(
            output ->
                found.weak(
                    "check of '" + output.name() + "'",
                    "only its %s is compared: errors of elements that it does not show pass"
                        .formatted(output.check().label()),
                    "check: elements in %s where its size depends on no parameter"
                        .formatted(file())));
    if (special().isEmpty()) {
      found.weak(
          "special inputs",
          "none: overflow, cancellation and ties are not verified",
          "special: [%s] on the inputs for which the kernel must be right, in %s"
              .formatted(
                  List.of(Special.values()).stream()
                      .map(Special::label)
                      .collect(Collectors.joining(", ")),
                  file()));
    }
    kernel.correctness().tolerances().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> tolerance(entry.getKey(), entry.getValue()).ifPresent(found::add));
    ragged().ifPresent(found::add);
    if (settings.fuzz() == 0) {
      found.weak(
          "fuzzed shapes",
          "none: only declared shapes are verified",
          "gate: {fuzz: 3} in evo.yaml");
    }
    if (settings.sanitizer() == VerificationSettings.Sanitizing.NEVER) {
      found.weak(
          "sanitizer",
          "never: out-of-bounds reads and races pass as long as the result is right",
          "gate: {sanitizer: champion} in evo.yaml");
    }
    if (settings.sanitizer() != VerificationSettings.Sanitizing.NEVER
        && kernel.backend().equals("cpu")
        && kernel.source().build().isPresent()) {
      found.weak(
          "sanitizer",
          "not on a CPU for what a build command builds: out-of-bounds reads pass",
          "have the build command add -fsanitize=address once, by hand");
    }
    return found;
  }

  /** Formats the settings in one line. */
  public String summary() {
    return "%d input sets, special inputs %s, %d fuzzed shapes, sanitizer: %s"
        .formatted(
            settings.inputSets(),
            special().stream().map(Special::label).toList(),
            settings.fuzz(),
            settings.sanitizer().label());
  }

  private List<Special> special() {
    var signature = kernel.entryPoint().signature();
    return Stream.concat(signature.special().stream(), signature.usualSpecial().stream()).toList();
  }

  /**
   * Checks a tolerance. A relative tolerance is loose if outputs rounded to the next narrower type
   * would pass. An absolute tolerance depends on the expected outputs.
   */
  private Optional<Weakness> tolerance(ElementType type, Tolerance tolerance) {
    boolean isWritten =
        shapes.stream()
            .flatMap(shape -> kernel.on(shape).outputs().stream())
            .map(Argument.Buffer::type)
            .anyMatch(type::equals);
    if (isWritten && (tolerance.share() > 0 || tolerance.count() > 0)) {
      return Optional.of(
          new Weakness(
              "tolerance of " + type.label(),
              "%s of the elements of an output may be anything"
                  .formatted(
                      tolerance.share() > 0
                          ? "a share of " + tolerance.share()
                          : tolerance.count()),
              "no more than the kernel's rounding needs in " + file()));
    }
    double coarse = narrowerRounding(type);
    if (!type.isFloating() || !isWritten || tolerance.relative() < coarse) {
      return Optional.empty();
    }
    return Optional.of(
        new Weakness(
            "tolerance of " + type.label(),
            "relative %s would let outputs of %s pass"
                .formatted(tolerance.relative(), narrower(type)),
            "less than %.2g in %s; 'absolute' is for elements that cancel"
                .formatted(coarse, file())));
  }

  /** Returns the largest relative change of a number rounded to the next narrower type. */
  private static double narrowerRounding(ElementType type) {
    return switch (type) {
      case F64 -> 0x1p-24;
      case F32 -> 0x1p-11;
      case F16 -> 0x1p-9;
      case BF16 -> 0x1p-4;
      case F8E4M3, F8E5M2 -> 0x1p-2;
      default -> Double.POSITIVE_INFINITY;
    };
  }

  private static String narrower(ElementType type) {
    return switch (type) {
      case F64 -> "f32";
      case F32 -> "f16";
      case F16 -> "bf16";
      case BF16 -> "eight bits";
      case F8E4M3, F8E5M2 -> "four bits";
      default -> "no type";
    };
  }

  /** Returns the weakness of round shapes; empty if a constraint permits round sizes only. */
  private Optional<Weakness> ragged() {
    boolean isRagged =
        shapes.stream()
            .flatMap(shape -> shape.dimensions().values().stream())
            .anyMatch(size -> size >= EXTENT && size % ROUND != 0);
    return isRagged
        ? Optional.empty()
        : raggedSize()
            .map(
                size ->
                    new Weakness(
                        "shapes",
                        "every extent is a multiple of %d: partial tiles are not verified"
                            .formatted(ROUND),
                        "a shape such as %s in %s".formatted(size, file())));
  }

  /** Finds a permitted size next to a declared size, for example {@code {M: 129, N: 128}}. */
  private Optional<String> raggedSize() {
    for (Shape shape : shapes) {
      for (Map.Entry<String, Long> dimension : shape.dimensions().entrySet()) {
        var sizes = new LinkedHashMap<>(shape.dimensions());
        sizes.put(dimension.getKey(), dimension.getValue() + 1);
        var beside = new Shape(shape.name(), sizes, shape.facts(), shape.cache());
        if (dimension.getValue() >= EXTENT && isAllowed(beside)) {
          return Optional.of(beside.plain().toString().replace('=', ':').replace(":", ": "));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Checks whether a shape is permitted for the default. Without a default, only constraints
   * without parameters are checked.
   */
  private boolean isAllowed(Shape shape) {
    Configuration known = kernel.defaultConfiguration().plain();
    List<String> unknown =
        kernel.parameters().stream()
            .map(Parameter::name)
            .filter(name -> known.find(name).isEmpty())
            .toList();
    return kernel.constraints().stream()
        .filter(constraint -> Collections.disjoint(constraint.condition().names(), unknown))
        .allMatch(constraint -> kernel.breaking(constraint, known, List.of(shape)).isEmpty());
  }

  private String file() {
    return kernel.name() + "/" + kernel.file().getFileName();
  }
}
