package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.text.YamlText;

/** Initial contents of the buffers of a T1 file, and expected contents of its outputs. */
final class T1Data {

  private final T1Formulas formulas;
  private final boolean redrawn;
  private final List<String> notes;
  private final Map<String, ImportedData> files = new LinkedHashMap<>();

  private boolean replaced;

  /**
   * @param redrawn whether data with a known distribution become a fill
   * @param notes receives the assumptions
   */
  T1Data(T1Formulas formulas, boolean redrawn, List<String> notes) {
    this.formulas = formulas;
    this.redrawn = redrawn;
    this.notes = notes;
  }

  Map<String, ImportedData> files() {
    return files;
  }

  /** Adds a data file; returns the value of {@code fill} that refers to the file. */
  String keep(String name, ImportedData content) {
    String kept = "data/" + name + ".npy";
    files.put(kept, content);
    return "{npy: " + YamlText.of(kept) + "}";
  }

  /** Initial content of a buffer; empty if neither stated nor needed. */
  Optional<String> fill(
      T1Node argument, String name, ElementType type, String size, boolean writes) {
    Optional<T1Node> value = argument.find("FillValue");
    Optional<T1Node> kind = argument.find("FillType");
    if (kind.isEmpty() && value.isEmpty() && writes && T1Arguments.writesOnly(argument)) {
      return Optional.empty();
    }
    Optional<String> distribution = argument.find("Distribution").map(T1Data::distribution);
    Optional<T1Node> source = argument.find("DataSource");
    if (redrawn && distribution.isPresent()) {
      notes.add("%s is filled with new random numbers: %s".formatted(name, distribution.get()));
      replaced = true;
      return distribution;
    }
    if (source.isPresent()) {
      long count = formulas.value(argument, size, Map.of());
      return Optional.of(keep(name, content(argument, source.get(), type, count)));
    }
    String word = kind.map(T1Node::word).orElse(value.isPresent() ? "constant" : "random");
    if (kind.isEmpty()) {
      notes.add("%s has no 'FillType': assumed %s".formatted(name, word));
    }
    return switch (word) {
      case "constant" -> Optional.of(constant(value.map(T1Node::number).orElse(0.0), type));
      case "random" -> Optional.of(random(value.map(T1Node::number).orElse(1.0), type));
      case "uninitialized" -> writes ? Optional.empty() : Optional.of("0");
      default ->
          throw kind.orElse(argument)
              .problem(
                  "unknown fill type '" + word + "'",
                  "Known: Constant, Random, and with a \"DataSource\" BinaryRaw and Generator.");
    };
  }

  private static String constant(double value, ElementType type) {
    return type.isFloating() ? Double.toString(value) : Long.toString(Math.round(value));
  }

  private static String random(double most, ElementType type) {
    double[] limits = limits(most, type);
    return String.format(Locale.ROOT, "{uniform: {low: %s, high: %s}}", limits[0], limits[1]);
  }

  /** Range from 0 to the FillValue; to 100 for integers, which need more than one value. */
  static double[] limits(double most, ElementType type) {
    double high = type.isFloating() ? (most == 0 ? 1 : most) : most > 1 && most <= 127 ? most : 100;
    return new double[] {Math.min(0, high), Math.max(0, high)};
  }

  private static String distribution(T1Node drawn) {
    return drawn
        .find("Low")
        .map(
            low ->
                "{uniform: {low: %s, high: %s}}"
                    .formatted(low.text(), drawn.value("High", "").text()))
        .orElseGet(
            () ->
                "{normal: {mean: %s, deviation: %s}}"
                    .formatted(
                        drawn.value("Mean", "").text(), drawn.value("Deviation", "").text()));
  }

  /**
   * Content of a {@code DataSource}: a NumPy file, a file of raw elements, or an expression over
   * the index {@code i}.
   */
  private ImportedData content(T1Node argument, T1Node source, ElementType type, long count) {
    if (argument.find("FillType").map(T1Node::word).orElse("").equals("generator")) {
      argument.find("TypeSize");
      return ImportedData.computed(type, count, formulas.ofIndex(source));
    }
    Path file = source.file().toAbsolutePath().resolveSibling(source.text()).normalize();
    if (!Files.isRegularFile(file)) {
      throw source.problem("no file '" + file + "'", "Paths are relative to the T1 file.");
    }
    if (file.toString().endsWith(".npy")) {
      return ImportedData.copy(file);
    }
    argument.find("TypeSize");
    long bytes = file.toFile().length();
    if (bytes != type.bytes(count)) {
      throw source.problem(
          "'%s' has %d bytes, but %d elements of %s have %d"
              .formatted(source.text(), bytes, count, type.label(), type.bytes(count)),
          "Correct 'Size'; other formats: numpy.save(\"data.npy\", …).");
    }
    return ImportedData.raw(file, type, count);
  }

  /**
   * Expected results by output name; empty unless the file has all of them.
   *
   * @param start the default configuration, which determines the size of reduced outputs
   */
  Map<String, ImportedData> expected(
      T1Node kernel, List<ImportedKernel.Argument> arguments, Configuration start) {
    var expected = new LinkedHashMap<String, ImportedData>();
    for (T1Node given : kernel.find("ReferenceArguments").map(T1Node::elements).orElse(List.of())) {
      List.of("Name", "FillType").forEach(given::find);
      String target = given.value("TargetName", "The name of an output.").text();
      Optional<T1Node> source = given.find("DataSource");
      Optional<T1Node> constant = given.find("FillValue");
      Optional<ImportedKernel.Argument> output =
          arguments.stream()
              .filter(argument -> argument.isCompared() && argument.name().equals(target))
              .findFirst();
      if (output.isEmpty() || (source.isEmpty() && constant.isEmpty())) {
        notes.add(given.path() + ": omitted; evo imports data or a number for an output");
        continue;
      }
      ElementType type = output.get().element();
      long count = formulas.value(given, output.get().size(), start.values());
      boolean summed = "sum".equals(output.get().entries().get("check"));
      expected.put(
          target,
          source.isPresent()
              ? content(given, source.get(), type, count)
              : ImportedData.computed(
                  type, count, i -> summed && i > 0 ? 0 : constant.get().number()));
    }
    if (replaced && !expected.isEmpty()) {
      notes.add("the expected results are omitted: they belong to other inputs");
      return Map.of();
    }
    boolean whole =
        arguments.stream()
            .filter(ImportedKernel.Argument::isCompared)
            .allMatch(argument -> expected.containsKey(argument.name()));
    if (!whole && !expected.isEmpty()) {
      notes.add(
          "the expected results are omitted: they exist only for %s"
              .formatted(String.join(", ", expected.keySet())));
    }
    return whole ? expected : Map.of();
  }
}
