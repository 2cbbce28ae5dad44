package dev.evokernel.imports;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The arguments of a T1 file as {@code kernel.yaml} writes them. */
public final class T1Arguments {

  /** A vector type is so many elements of a plain one; the 8 of int8 are bits. */
  private static final Pattern VECTOR =
      Pattern.compile(
          "(half|float|double|char|uchar|long|ulong|int(?!8|16)|uint(?!8|16))(2|3|4|8|16)");

  private static final Map<String, ElementType> TYPES = types();

  private static final Set<String> OTHERS = Set.of("int16", "uint16", "short", "ushort", "custom");

  /**
   * One argument.
   *
   * @param element its type, or that of its elements
   * @param isCompared whether it is an output
   * @param size an expression for its number of elements; that of a scalar is 1
   * @param entries the keys of {@code kernel.yaml} and their values as YAML
   */
  public record ImportedArgument(
      String name,
      ElementType element,
      boolean isCompared,
      String size,
      Map<String, String> entries) {

    /** With other keys. */
    private ImportedArgument with(Map<String, String> others) {
      return new ImportedArgument(
          others.getOrDefault("name", name), element, isCompared, size, others);
    }
  }

  private final T1Formulas formulas;
  private final ImportOptions options;
  private final Optional<T1Launch> launch;
  private final KernelSource source;
  private final Map<String, ImportedData> data = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  /** Whether an input has other data than the file says. */
  private boolean replaced;

  T1Arguments(
      T1Formulas formulas, ImportOptions options, Optional<T1Launch> launch, KernelSource source) {
    this.formulas = formulas;
    this.options = options;
    this.launch = launch;
    this.source = source;
  }

  private static Map<String, ElementType> types() {
    var types = new LinkedHashMap<String, ElementType>();
    Map.of(
            ElementType.F16, "half float16_t fp16 __half",
            ElementType.BF16, "bfloat16 __nv_bfloat16",
            ElementType.F32, "float float32 fp32 f32",
            ElementType.F64, "double float64 fp64 f64",
            ElementType.I8, "int8 uint8 char uchar byte bool",
            ElementType.I32, "int int32 uint uint32 unsigned",
            ElementType.I64, "int64 uint64 long ulong size_t")
        .forEach((type, names) -> List.of(names.split(" ", -1)).forEach(it -> types.put(it, type)));
    return types;
  }

  /** What was assumed where the file says nothing. */
  List<String> notes() {
    return notes;
  }

  /** Files of data by the names under which the folder keeps them. */
  Map<String, ImportedData> data() {
    return data;
  }

  /**
   * All of them, in order.
   *
   * @param entry the function that takes them
   */
  List<ImportedArgument> all(T1Node list, String entry) {
    List<T1Node> elements = list.elements();
    boolean marked =
        elements.stream().anyMatch(it -> it.find("Output").map(T1Node::isTrue).orElse(false));
    var found = new LinkedHashMap<ImportedArgument, T1Node>();
    for (T1Node argument : elements) {
      String name =
          argument.find("Name").map(T1Node::text).orElse("argument_" + (found.size() + 1));
      kind(argument).ifPresent(kind -> found.put(entry(argument, name, kind, marked), argument));
    }
    List<ImportedArgument> arguments = withConstants(found, source.parameters(entry));
    for (String checked : options.checks().keySet()) {
      if (arguments.stream().noneMatch(it -> it.isCompared() && it.name().equals(checked))) {
        throw list.problem(
            "'" + checked + "' of --check is no output",
            "Outputs are "
                + arguments.stream()
                    .filter(ImportedArgument::isCompared)
                    .map(ImportedArgument::name)
                    .collect(Collectors.joining(", "))
                + ".");
      }
    }
    if (arguments.stream().noneMatch(ImportedArgument::isCompared)) {
      throw list.problem(
          "no argument is an output",
          "Give one of them \"AccessType\": \"WriteOnly\" or \"ReadWrite\".");
    }
    return arguments;
  }

  /**
   * Constant memory is an argument as well in Kernel Tuner, and is none in other tuners: where the
   * function has a parameter for each, it is passed; where the source has no variable of its name,
   * it is nothing else.
   */
  private List<ImportedArgument> withConstants(
      Map<ImportedArgument, T1Node> all, OptionalInt parameters) {
    long constant = all.values().stream().filter(T1Arguments::isConstant).count();
    long others = all.keySet().stream().filter(it -> !it.entries().containsKey("symbol")).count();
    boolean passed = parameters.equals(OptionalInt.of((int) (others + constant)));
    if (parameters.isPresent() && !passed && parameters.getAsInt() != others) {
      notes.add(
          "the kernel has %d parameters in its source, and the file has arguments for %d"
              .formatted(parameters.getAsInt(), others));
    }
    return all.entrySet().stream()
        .flatMap(
            it ->
                passed && isConstant(it.getValue())
                    ? passed(it.getKey(), it.getValue())
                    : Stream.of(it.getKey()))
        .toList();
  }

  private static boolean isConstant(T1Node argument) {
    return argument.find("MemType").map(T1Node::word).orElse("").equals("constant");
  }

  private Stream<ImportedArgument> passed(ImportedArgument symbol, T1Node argument) {
    var filled = new LinkedHashMap<>(symbol.entries());
    var entries = new LinkedHashMap<>(symbol.entries());
    entries.remove("symbol");
    if (!source.hasSymbol(symbol.name())) {
      notes.add(symbol.name() + " is no variable in constant memory: it is an argument alone");
      return Stream.of(symbol.with(entries));
    }
    notes.add(symbol.name() + " is an argument and a variable in constant memory, of one content");
    if (entries.getOrDefault("fill", "").contains("uniform")) {
      String kept = "data/" + symbol.name() + ".npy";
      double[] limits =
          limits(argument.find("FillValue").map(T1Node::number).orElse(1.0), symbol.element());
      data.put(
          kept,
          ImportedData.computed(
              symbol.element(),
              formulas.value(argument, symbol.size(), Map.of()),
              i -> limits[0] + (limits[1] - limits[0]) * new SplittableRandom(i).nextDouble()));
      String same = "{npy: " + Yaml.text(kept) + "}";
      filled.put("fill", same);
      entries.put("fill", same);
    }
    entries.put("name", symbol.name() + "_passed");
    return Stream.of(symbol.with(entries), symbol.with(filled));
  }

  private enum Kind {
    SCALAR,
    VECTOR,
    SYMBOL
  }

  /** Empty for memory that the launch brings along. */
  private Optional<Kind> kind(T1Node argument) {
    String memory = argument.find("MemType").map(T1Node::word).orElse("global");
    Optional<T1Node> type = argument.find("MemoryType");
    String kind =
        type.map(T1Node::word).orElse(argument.find("Size").isPresent() ? "vector" : "scalar");
    if (Set.of("local", "shared").contains(kind) || Set.of("local", "shared").contains(memory)) {
      notes.add(
          argument.path()
              + ": local memory is no argument in CUDA; 'SharedMemory' says how much a launch has");
      return Optional.empty();
    }
    if (memory.equals("texture") || kind.equals("texture")) {
      throw argument.problem(
          "textures are not known to evo", "Read the data through a pointer, or with __ldg.");
    }
    return switch (kind) {
      case "scalar" -> Optional.of(Kind.SCALAR);
      case "symbol" -> Optional.of(Kind.SYMBOL);
      case "vector", "array", "buffer" ->
          Optional.of(memory.equals("constant") ? Kind.SYMBOL : Kind.VECTOR);
      default ->
          throw type.orElse(argument)
              .problem(
                  "'" + kind + "' is no known memory", "Known: Scalar, Vector, Symbol, Local.");
    };
  }

  private ImportedArgument entry(T1Node argument, String name, Kind kind, boolean marked) {
    if (!name.matches("[A-Za-z_]\\w*")) {
      throw argument.problem("'" + name + "' is no name", "Write letters, digits and '_'.");
    }
    T1Node written = argument.value("Type", "For example \"float\" or \"int32\".");
    Matcher vector = VECTOR.matcher(written.word());
    boolean several = vector.matches();
    String plain =
        (several ? vector.group(1) : written.word()).replaceFirst("(?<=int(8|16|32|64))_t$", "");
    if (kind != Kind.SCALAR && OTHERS.contains(plain)) {
      return ofBytes(argument, name, kind, plain);
    }
    ElementType type = TYPES.get(plain);
    if (type == null) {
      throw written.problem(
          "'" + written.text() + "' is no type of evo's",
          "Known: half, float, double, int8, int32, int64, their unsigned kin, vectors of them as"
              + " float2, and for arrays int16 and custom.");
    }
    if (kind == Kind.SCALAR) {
      return scalar(argument, name, type);
    }
    String size = size(argument, name);
    return buffer(
        argument, name, kind, type, several ? vector.group(2) + " * (" + size + ")" : size, marked);
  }

  /** Elements of a type that evo does not have, as their bytes. */
  private ImportedArgument ofBytes(T1Node argument, String name, Kind kind, String type) {
    String width =
        type.equals("custom")
            ? formulas.size(argument.value("TypeSize", "How many bytes an element has."))
            : "2";
    boolean random = argument.find("FillType").map(T1Node::word).orElse("").equals("random");
    boolean zero = argument.find("FillValue").map(it -> it.number() == 0).orElse(true);
    if (!zero && !random && argument.find("DataSource").isEmpty()) {
      throw argument.problem(
          "'%s' has elements of type %s, which evo fills with zeros, data or random bytes"
              .formatted(name, type),
          "Give it a \"DataSource\".");
    }
    notes.add("%s has elements of type %s: their bytes are its elements".formatted(name, type));
    String size = width + " * (" + size(argument, name) + ")";
    return buffer(argument, name, kind, ElementType.I8, size, false);
  }

  private ImportedArgument buffer(
      T1Node argument, String name, Kind kind, ElementType type, String size, boolean marked) {
    boolean writes = writes(argument, kind, marked);
    Optional<String> check =
        Optional.ofNullable(options.checks().get(name))
            .or(() -> argument.find("Check").map(T1Node::word))
            .filter(_ -> writes);
    Optional<String> fill = fill(argument, name, type, size, writes);
    var entries = new LinkedHashMap<String, String>();
    entries.put("name", name);
    entries.put("type", type.label());
    if (check.isPresent()) {
      String blocks = launch.map(T1Launch::blocks).orElse(size);
      notes.add("%s is compared as a whole: it has an element for each block".formatted(name));
      entries.put("dimensions", "[" + Yaml.text(blocks) + "]");
      entries.put("output", "true");
      entries.put("check", check.get());
      return new ImportedArgument(name, type, true, blocks, entries);
    }
    entries.put("dimensions", "[" + Yaml.text(size) + "]");
    if (kind == Kind.SYMBOL) {
      entries.put("symbol", "constant");
    } else if (writes) {
      entries.put(writesOnly(argument) ? "output" : "inout", "true");
    }
    fill.ifPresent(it -> entries.put(writes && writesOnly(argument) ? "initial" : "fill", it));
    return new ImportedArgument(name, type, writes, size, entries);
  }

  private ImportedArgument scalar(T1Node argument, String name, ElementType type) {
    argument.find("AccessType");
    if (!EnumSet.of(ElementType.I32, ElementType.I64, ElementType.F32, ElementType.F64)
        .contains(type)) {
      throw argument
          .value("Type", "")
          .problem("a scalar cannot be " + type.label(), "Known: int32, int64, float, double.");
    }
    T1Node value =
        argument
            .find("FillValue")
            .orElseThrow(
                () ->
                    argument.problem(
                        "the scalar '" + name + "' has no value", "Write it as \"FillValue\"."));
    if (argument.find("FillType").map(T1Node::word).orElse("constant").equals("random")) {
      notes.add(name + " is a random scalar; it is its FillValue, " + value.text());
    }
    var entries = new LinkedHashMap<String, String>();
    entries.put("name", name);
    entries.put("type", type.label());
    entries.put(
        "value", Yaml.text(type.isFloating() ? formulas.number(value) : whole(value, type)));
    return new ImportedArgument(name, type, false, "1", entries);
  }

  /** Unsigned numbers are the signed ones of the same bits. */
  private String whole(T1Node value, ElementType type) {
    String number = formulas.integer(value);
    boolean wraps = type == ElementType.I32 && number.matches("\\d{10}");
    return wraps ? Integer.toString((int) Long.parseLong(number)) : number;
  }

  private String size(T1Node argument, String name) {
    Optional<T1Node> given = argument.find("Size");
    if (given.isPresent()) {
      return formulas.size(given.get());
    }
    var sizes = new ArrayList<String>();
    for (int axis = 0; axis < 3; axis++) {
      formulas.extent(axis).ifPresent(sizes::add);
    }
    if (sizes.isEmpty() || sizes.stream().anyMatch(it -> it.startsWith("("))) {
      throw argument.problem("'" + name + "' has no 'Size'", "Write its number of elements.");
    }
    notes.add("%s has no size: as many elements as the problem".formatted(name));
    return String.join(" * ", sizes);
  }

  /** Where outputs are marked as such, the others that may be written hold what they held. */
  private boolean writes(T1Node argument, Kind kind, boolean marked) {
    Optional<T1Node> access = argument.find("AccessType");
    boolean output = argument.find("Output").map(T1Node::isTrue).orElse(false);
    String word = access.map(T1Node::word).orElse(output ? "writeonly" : "readonly");
    if (!Set.of("readonly", "writeonly", "readwrite").contains(word)) {
      throw access
          .orElse(argument)
          .problem("'" + word + "' is no known access", "Known: ReadOnly, WriteOnly, ReadWrite.");
    }
    if (kind == Kind.SYMBOL) {
      return false;
    }
    boolean writes = output || !word.equals("readonly");
    if (writes && marked && !output) {
      notes.add(
          argument.path()
              + " is written and no 'Output'; what it holds afterwards is compared, too");
    }
    return writes;
  }

  private static boolean writesOnly(T1Node argument) {
    return !argument.find("AccessType").map(T1Node::word).orElse("writeonly").equals("readwrite");
  }

  /** What the buffer holds before a launch; empty where nothing is said and nothing is needed. */
  private Optional<String> fill(
      T1Node argument, String name, ElementType type, String size, boolean writes) {
    Optional<T1Node> value = argument.find("FillValue");
    Optional<T1Node> kind = argument.find("FillType");
    if (kind.isEmpty() && value.isEmpty() && writes && writesOnly(argument)) {
      return Optional.empty();
    }
    Optional<String> distribution = argument.find("Distribution").map(T1Arguments::distribution);
    Optional<T1Node> source = argument.find("DataSource");
    if (options.fills() && distribution.isPresent()) {
      notes.add("%s has other random numbers of its kind: %s".formatted(name, distribution.get()));
      replaced = true;
      return distribution;
    }
    if (source.isPresent()) {
      String kept = "data/" + name + ".npy";
      data.put(
          kept, content(argument, source.get(), type, formulas.value(argument, size, Map.of())));
      return Optional.of("{npy: " + Yaml.text(kept) + "}");
    }
    String word = kind.map(T1Node::word).orElse(value.isPresent() ? "constant" : "random");
    if (kind.isEmpty()) {
      notes.add("%s has no 'FillType': %s".formatted(name, word));
    }
    return switch (word) {
      case "constant" -> Optional.of(constant(value.map(T1Node::number).orElse(0.0), type));
      case "random" -> Optional.of(random(value.map(T1Node::number).orElse(1.0), type));
      case "uninitialized" -> writes ? Optional.empty() : Optional.of("0");
      default ->
          throw kind.orElse(argument)
              .problem(
                  "'" + word + "' is not known to evo",
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

  /** From 0 to the FillValue, or to 100 for whole numbers, which need more than one value. */
  private static double[] limits(double most, ElementType type) {
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
   * What a {@code DataSource} has: a file of NumPy's, a file of elements alone, or an expression
   * over the index {@code i}.
   */
  private ImportedData content(T1Node argument, T1Node source, ElementType type, long count) {
    if (argument.find("FillType").map(T1Node::word).orElse("").equals("generator")) {
      argument.find("TypeSize");
      return ImportedData.computed(type, count, formulas.ofIndex(source));
    }
    Path file = source.file().toAbsolutePath().resolveSibling(source.text()).normalize();
    if (!Files.isRegularFile(file)) {
      throw source.problem("there is no file '" + file + "'", "Paths begin at the T1 file.");
    }
    if (file.toString().endsWith(".npy")) {
      return ImportedData.copy(file);
    }
    argument.find("TypeSize");
    long bytes = file.toFile().length();
    if (bytes != count * type.bytes()) {
      throw source.problem(
          "'%s' has %d bytes, and %d elements of %s have %d"
              .formatted(source.text(), bytes, count, type.label(), count * type.bytes()),
          "Correct 'Size'; other formats: numpy.save(\"data.npy\", …).");
    }
    return ImportedData.raw(file, type, count);
  }

  /**
   * What the outputs are to hold, where the file has all of it; by the outputs' names.
   *
   * @param start the default configuration, which gives an output its size that is compared as a
   *     whole
   */
  Map<String, ImportedData> expected(
      T1Node kernel, List<ImportedArgument> arguments, Configuration start) {
    var expected = new LinkedHashMap<String, ImportedData>();
    for (T1Node given : kernel.find("ReferenceArguments").map(T1Node::elements).orElse(List.of())) {
      List.of("Name", "FillType").forEach(given::find);
      String target = given.value("TargetName", "The name of an output.").text();
      Optional<T1Node> source = given.find("DataSource");
      Optional<T1Node> constant = given.find("FillValue");
      Optional<ImportedArgument> output =
          arguments.stream().filter(it -> it.isCompared() && it.name().equals(target)).findFirst();
      if (output.isEmpty() || (source.isEmpty() && constant.isEmpty())) {
        notes.add(given.path() + ": only data or a number for an output are taken");
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
      notes.add("the expected results are those of other inputs; they are left out");
      return Map.of();
    }
    boolean whole =
        arguments.stream()
            .filter(ImportedArgument::isCompared)
            .allMatch(it -> expected.containsKey(it.name()));
    if (!whole && !expected.isEmpty()) {
      notes.add(
          "expected results are there for %s and not for every output; they are left out"
              .formatted(String.join(", ", expected.keySet())));
    }
    return whole ? expected : Map.of();
  }
}
