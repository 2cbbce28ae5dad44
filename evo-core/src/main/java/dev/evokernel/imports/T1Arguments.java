package dev.evokernel.imports;

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
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The arguments of a T1 file as {@code kernel.yaml} writes them. */
public final class T1Arguments {

  /** A vector type is so many elements of a plain one. */
  private static final Pattern VECTOR =
      Pattern.compile("(half|float|double|char|uchar|int|uint|long|ulong)(2|3|4|8|16)");

  private static final Map<String, ElementType> TYPES = types();

  /**
   * One argument.
   *
   * @param element its type, or that of its elements
   * @param isCompared whether it is an output
   * @param entries the keys of {@code kernel.yaml} and their values as YAML
   */
  public record ImportedArgument(
      String name, ElementType element, boolean isCompared, Map<String, String> entries) {}

  private final T1Formulas formulas;
  private final Map<String, Path> data = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  T1Arguments(T1Formulas formulas) {
    this.formulas = formulas;
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
  Map<String, Path> data() {
    return data;
  }

  /** All of them, in order. */
  List<ImportedArgument> all(T1Node list) {
    List<T1Node> elements = list.elements();
    boolean marked =
        elements.stream().anyMatch(it -> it.find("Output").map(T1Node::isTrue).orElse(false));
    var arguments = new ArrayList<ImportedArgument>();
    for (T1Node argument : elements) {
      String name =
          argument.find("Name").map(T1Node::text).orElse("argument_" + (arguments.size() + 1));
      kind(argument).ifPresent(kind -> arguments.add(entry(argument, name, kind, marked)));
    }
    if (arguments.stream().noneMatch(ImportedArgument::isCompared)) {
      throw list.problem(
          "no argument is an output",
          "Give one of them \"AccessType\": \"WriteOnly\" or \"ReadWrite\".");
    }
    return arguments;
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
    String plain = several ? vector.group(1) : written.word();
    ElementType type = TYPES.get(plain.replaceFirst("(?<=int(8|16|32|64))_t$", ""));
    if (type == null) {
      throw written.problem(
          "'" + written.text() + "' is no type of evo's",
          "Known: half, float, double, int8, int32, int64, their unsigned kin, and vectors of them"
              + " as float2.");
    }
    if (kind == Kind.SCALAR) {
      return scalar(argument, name, type);
    }
    var entries = new LinkedHashMap<String, String>();
    entries.put("name", name);
    entries.put("type", type.label());
    entries.put("dimensions", "[" + Yaml.text(size(argument, name, several ? vector : null)) + "]");
    boolean writes = writes(argument, kind, marked);
    Optional<String> fill = fill(argument, name, type, writes);
    if (kind == Kind.SYMBOL) {
      entries.put("symbol", "constant");
    } else if (writes) {
      entries.put(writesOnly(argument) ? "output" : "inout", "true");
    }
    fill.ifPresent(it -> entries.put(writes && writesOnly(argument) ? "initial" : "fill", it));
    return new ImportedArgument(name, type, writes, entries);
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
            .or(() -> argument.find("Value"))
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
        "value", Yaml.text(type.isFloating() ? formulas.number(value) : formulas.integer(value)));
    return new ImportedArgument(name, type, false, entries);
  }

  private String size(T1Node argument, String name, @Nullable Matcher vector) {
    Optional<T1Node> given = argument.find("Size");
    String size;
    if (given.isPresent()) {
      size = formulas.size(given.get());
    } else {
      var sizes = new ArrayList<String>();
      for (int axis = 0; axis < 3; axis++) {
        formulas.extent(axis).ifPresent(sizes::add);
      }
      if (sizes.isEmpty() || sizes.stream().anyMatch(it -> it.startsWith("("))) {
        throw argument.problem("'" + name + "' has no 'Size'", "Write its number of elements.");
      }
      notes.add("%s has no size: as many elements as the problem".formatted(name));
      size = String.join(" * ", sizes);
    }
    return vector == null ? size : vector.group(2) + " * (" + size + ")";
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
  private Optional<String> fill(T1Node argument, String name, ElementType type, boolean writes) {
    Optional<T1Node> value = argument.find("FillValue");
    Optional<T1Node> kind = argument.find("FillType");
    if (kind.isEmpty() && value.isEmpty() && writes && writesOnly(argument)) {
      return Optional.empty();
    }
    Optional<T1Node> source = argument.find("DataSource");
    if (source.isPresent()) {
      return Optional.of("{npy: " + Yaml.text(file(source.get(), name)) + "}");
    }
    String word = kind.map(T1Node::word).orElse(value.isPresent() ? "constant" : "random");
    if (kind.isEmpty()) {
      notes.add("%s has no 'FillType': %s".formatted(name, word));
    }
    return switch (word) {
      case "constant" -> Optional.of(constant(value.map(T1Node::number).orElse(0.0), type));
      case "random" -> Optional.of(random(value.map(T1Node::number).orElse(1.0), type));
      default ->
          throw kind.orElse(argument)
              .problem(
                  "'" + word + "' is not known to evo",
                  "Known: Constant, Random, and \"DataSource\": a file that numpy.save wrote.");
    };
  }

  private static String constant(double value, ElementType type) {
    return type.isFloating() ? Double.toString(value) : Long.toString(Math.round(value));
  }

  /** From 0 to the FillValue, or to 100 for whole numbers, which need more than one value. */
  private static String random(double most, ElementType type) {
    double high = type.isFloating() ? (most == 0 ? 1 : most) : most > 1 && most <= 127 ? most : 100;
    return String.format(
        Locale.ROOT, "{uniform: {low: %s, high: %s}}", Math.min(0, high), Math.max(0, high));
  }

  /** Keeps a copy in the folder. */
  private String file(T1Node source, String name) {
    Path file = source.file().toAbsolutePath().resolveSibling(source.text()).normalize();
    if (!file.toString().endsWith(".npy")) {
      throw source.problem(
          "'" + source.text() + "' is no .npy file",
          "Write it as one: numpy.save(\"data.npy\", numpy.fromfile(…, dtype=…)).");
    }
    if (!Files.isRegularFile(file)) {
      throw source.problem("there is no file '" + file + "'", "Paths begin at the T1 file.");
    }
    String kept = "data/" + name + ".npy";
    data.put(kept, file);
    return kept;
  }

  /** What the outputs are to hold, where the file has all of it; by the outputs' names. */
  Map<String, Path> expected(T1Node kernel, List<ImportedArgument> arguments) {
    var expected = new LinkedHashMap<String, Path>();
    for (T1Node given : kernel.find("ReferenceArguments").map(T1Node::elements).orElse(List.of())) {
      List.of("Name", "FillType").forEach(given::find);
      String target = given.value("TargetName", "The name of an output.").text();
      given
          .find("DataSource")
          .filter(it -> it.text().endsWith(".npy"))
          .map(it -> it.file().toAbsolutePath().resolveSibling(it.text()).normalize())
          .filter(Files::isRegularFile)
          .ifPresentOrElse(
              file -> expected.put(target, file),
              () -> notes.add(given.path() + ": only a DataSource that is an .npy file is taken"));
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
