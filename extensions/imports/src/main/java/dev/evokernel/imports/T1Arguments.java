package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.ElementType;
import dev.evokernel.text.YamlText;

/** Translates the arguments of a T1 file to entries of {@code kernel.yaml}. */
final class T1Arguments {

  /** Vector types: an element type and a count; the 8 of int8 is its width. */
  private static final Pattern VECTOR =
      Pattern.compile(
          "(half|float|double|char|uchar|long|ulong|int(?!8|16)|uint(?!8|16))(2|3|4|8|16)");

  private static final Map<String, ElementType> TYPES = types();

  private static final Set<String> OTHERS = Set.of("int16", "uint16", "short", "ushort", "custom");

  private final T1Formulas formulas;
  private final ImportOptions options;
  private final Optional<T1Launch> launch;
  private final KernelSource source;
  private final List<String> notes = new ArrayList<>();
  private final T1Data data;

  T1Arguments(
      T1Formulas formulas,
      ImportOptions options,
      Optional<T1Launch> launch,
      KernelSource source,
      boolean hasResults) {
    this.formulas = formulas;
    this.options = options;
    this.launch = launch;
    this.source = source;
    this.data = new T1Data(formulas, options.fills().orElse(!hasResults), notes);
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
        .forEach(
            (type, names) -> List.of(names.split(" ", -1)).forEach(name -> types.put(name, type)));
    return types;
  }

  List<String> notes() {
    return notes;
  }

  T1Data data() {
    return data;
  }

  List<ImportedKernel.Argument> all(T1Node list, String entry) {
    List<T1Node> elements = list.elements();
    boolean marked =
        elements.stream()
            .anyMatch(argument -> argument.find("Output").map(T1Node::isTrue).orElse(false));
    var found = new LinkedHashMap<ImportedKernel.Argument, T1Node>();
    for (T1Node argument : elements) {
      String name =
          argument.find("Name").map(T1Node::text).orElse("argument_" + (found.size() + 1));
      kind(argument).ifPresent(kind -> found.put(entry(argument, name, kind, marked), argument));
    }
    List<ImportedKernel.Argument> arguments = placed(found, parameters(entry), list);
    List<String> outputs =
        arguments.stream()
            .filter(ImportedKernel.Argument::isCompared)
            .map(ImportedKernel.Argument::name)
            .toList();
    for (String checked : options.checks().keySet()) {
      if (!outputs.contains(checked)) {
        throw list.problem(
            "--check names '" + checked + "', which is not an output",
            "Outputs are " + String.join(", ", outputs) + ".");
      }
    }
    if (outputs.isEmpty()) {
      throw list.problem(
          "no argument is an output",
          "Give one of them \"AccessType\": \"WriteOnly\" or \"ReadWrite\".");
    }
    return arguments;
  }

  /**
   * Places constant memory, which Kernel Tuner also passes as an argument, and other tuners do not.
   * evo passes it if the function has a parameter for every argument, and fills the variable if the
   * source declares one.
   *
   * @param all the arguments with their nodes in the file
   * @param parameters number of the function's parameters; empty if unknown
   * @throws dev.evokernel.kernel.yaml.InvalidFileException if the function takes other arguments
   */
  private List<ImportedKernel.Argument> placed(
      Map<ImportedKernel.Argument, T1Node> all, OptionalInt parameters, T1Node list) {
    long constant =
        all.entrySet().stream()
            .filter(argument -> isConstant(argument.getKey(), argument.getValue()))
            .count();
    long others = all.keySet().stream().filter(argument -> !isSymbol(argument)).count();
    boolean passed = parameters.equals(OptionalInt.of((int) (others + constant)));
    if (parameters.isPresent() && !passed && parameters.getAsInt() != others) {
      throw list.problem(
          "the function has %d parameters in its source, but %d arguments here"
              .formatted(parameters.getAsInt(), others),
          "List the arguments of the kernel itself, in its order; a host function that launches it"
              + " may have others.");
    }
    return all.entrySet().stream()
        .flatMap(
            argument ->
                passed && isConstant(argument.getKey(), argument.getValue())
                    ? passed(argument.getKey(), argument.getValue())
                    : Stream.of(argument.getKey()))
        .toList();
  }

  private static boolean isSymbol(ImportedKernel.Argument argument) {
    return argument.entries().containsKey("symbol");
  }

  private static boolean isConstant(ImportedKernel.Argument argument, T1Node written) {
    return isSymbol(argument)
        && written.find("MemType").map(T1Node::word).orElse("").equals("constant");
  }

  private Stream<ImportedKernel.Argument> passed(ImportedKernel.Argument symbol, T1Node argument) {
    var filled = new LinkedHashMap<>(symbol.entries());
    var entries = new LinkedHashMap<>(symbol.entries());
    entries.remove("symbol");
    if (!source.hasSymbol(symbol.name())) {
      notes.add(
          symbol.name() + " is not a variable in constant memory: only passed as an argument");
      return Stream.of(symbol.with(entries));
    }
    notes.add(symbol.name() + " is passed as an argument and copied to constant memory");
    if (entries.getOrDefault("fill", "").contains("uniform")) {
      double[] limits =
          T1Data.limits(
              argument.find("FillValue").map(T1Node::number).orElse(1.0), symbol.element());
      long count = formulas.value(argument, symbol.size(), Map.of());
      String same =
          data.keep(
              symbol.name(),
              ImportedData.computed(
                  symbol.element(),
                  count,
                  i -> limits[0] + (limits[1] - limits[0]) * new SplittableRandom(i).nextDouble()));
      filled.put("fill", same);
      entries.put("fill", same);
    }
    entries.put("name", symbol.name() + "_passed");
    return Stream.of(symbol.with(entries), symbol.with(filled));
  }

  /** Counts the function's parameters without the local memory of the launch. */
  private OptionalInt parameters(String entry) {
    OptionalInt all = source.parameters(entry);
    return source.takesLocal(entry) && all.isPresent() ? OptionalInt.of(all.getAsInt() - 1) : all;
  }

  private enum Kind {
    SCALAR,
    VECTOR,
    SYMBOL
  }

  /** Empty for local memory, which is part of the launch. */
  private Optional<Kind> kind(T1Node argument) {
    String memory = argument.find("MemType").map(T1Node::word).orElse("global");
    Optional<T1Node> type = argument.find("MemoryType");
    String kind =
        type.map(T1Node::word).orElse(argument.find("Size").isPresent() ? "vector" : "scalar");
    if (Set.of("local", "shared").contains(kind) || Set.of("local", "shared").contains(memory)) {
      notes.add(
          argument.path()
              + (source.isOpenCl()
                  ? ": local memory is the kernel's last parameter; its size is 'SharedMemory'"
                  : ": local memory is not an argument in CUDA; its size is 'SharedMemory'"));
      return Optional.empty();
    }
    if (memory.equals("texture") || kind.equals("texture")) {
      throw argument.problem(
          "evo does not support textures", "Read the data through a pointer, or with __ldg.");
    }
    if (kind.equals("symbol") && source.isOpenCl()) {
      throw argument.problem(
          "OpenCL has no symbols: constant memory is an argument of the kernel",
          "Give the kernel a parameter '__constant …', and list it among the arguments.");
    }
    return switch (kind) {
      case "scalar" -> Optional.of(Kind.SCALAR);
      case "symbol" -> Optional.of(Kind.SYMBOL);
      case "vector", "array", "buffer" ->
          Optional.of(memory.equals("constant") && !source.isOpenCl() ? Kind.SYMBOL : Kind.VECTOR);
      default ->
          throw type.orElse(argument)
              .problem(
                  "unknown memory type '" + kind + "'", "Known: Scalar, Vector, Symbol, Local.");
    };
  }

  private ImportedKernel.Argument entry(T1Node argument, String name, Kind kind, boolean marked) {
    if (!name.matches("[A-Za-z_]\\w*")) {
      throw argument.problem("invalid name '" + name + "'", "Use letters, digits and '_'.");
    }
    T1Node written = argument.value("Type", "For example \"float\" or \"int32\".");
    String word = unqualified(written.word());
    Matcher vector = VECTOR.matcher(word);
    boolean several = vector.matches();
    String plain = (several ? vector.group(1) : word).replaceFirst("(?<=int(8|16|32|64))_t$", "");
    if (kind != Kind.SCALAR && OTHERS.contains(plain)) {
      return ofBytes(argument, name, kind, plain);
    }
    ElementType type = TYPES.get(plain);
    if (type == null) {
      throw written.problem(
          "unknown type '" + written.text() + "'",
          "Known: half, float, double, int8, int32, int64, unsigned integers, vectors such as"
              + " float2; for arrays also int16 and custom.");
    }
    if (kind == Kind.SCALAR) {
      return scalar(argument, name, type);
    }
    String size = size(argument, name);
    return buffer(
        argument, name, kind, type, several ? vector.group(2) + " * (" + size + ")" : size, marked);
  }

  private static String unqualified(String declared) {
    String type =
        declared
            .replaceAll("\\*|&|\\b(const|volatile|restrict|__restrict__|__restrict)\\b", " ")
            .replaceAll("\\s+", " ")
            .strip();
    return type.replaceFirst("^unsigned (?=char$|short$|int$|long$)", "u")
        .replaceFirst("^(signed )?long long( int)?$", "int64")
        .replaceFirst("^unsigned long long( int)?$", "uint64");
  }

  /** Represents elements of a type that evo lacks by their bytes. */
  private ImportedKernel.Argument ofBytes(T1Node argument, String name, Kind kind, String type) {
    String width =
        type.equals("custom")
            ? formulas.size(argument.value("TypeSize", "The size of an element in bytes."))
            : "2";
    boolean random = argument.find("FillType").map(T1Node::word).orElse("").equals("random");
    boolean zero = argument.find("FillValue").map(value -> value.number() == 0).orElse(true);
    if (!zero && !random && argument.find("DataSource").isEmpty()) {
      throw argument.problem(
          "'%s' has elements of type %s; evo can only fill them with zeros, data or random bytes"
              .formatted(name, type),
          "Give it a \"DataSource\".");
    }
    notes.add("%s has elements of type %s: imported as bytes".formatted(name, type));
    String size = width + " * (" + size(argument, name) + ")";
    return buffer(argument, name, kind, ElementType.I8, size, false);
  }

  private ImportedKernel.Argument buffer(
      T1Node argument, String name, Kind kind, ElementType type, String size, boolean marked) {
    boolean writes = writes(argument, kind, marked);
    Optional<String> check =
        Optional.ofNullable(options.checks().get(name))
            .or(() -> argument.find("Check").map(T1Node::word))
            .filter(_ -> writes);
    Optional<String> fill = data.fill(argument, name, type, size, writes);
    var entries = new LinkedHashMap<String, String>();
    entries.put("name", name);
    entries.put("type", type.label());
    if (check.isPresent()) {
      String blocks = launch.map(T1Launch::blocks).orElse(size);
      notes.add(
          "%s is compared by its %s; it has one element per block".formatted(name, check.get()));
      entries.put("dimensions", "[" + YamlText.ofExpression(blocks) + "]");
      entries.put("output", "true");
      entries.put("check", check.get());
      return new ImportedKernel.Argument(name, type, true, blocks, entries);
    }
    entries.put("dimensions", "[" + YamlText.ofExpression(size) + "]");
    if (kind == Kind.SYMBOL) {
      entries.put("symbol", "constant");
    } else if (writes) {
      entries.put(writesOnly(argument) ? "output" : "inout", "true");
    }
    fill.ifPresent(
        content -> entries.put(writes && writesOnly(argument) ? "initial" : "fill", content));
    return new ImportedKernel.Argument(name, type, writes, size, entries);
  }

  private ImportedKernel.Argument scalar(T1Node argument, String name, ElementType type) {
    argument.find("AccessType");
    if (type == ElementType.F16 || type == ElementType.BF16) {
      throw argument
          .value("Type", "")
          .problem(
              "a scalar cannot be of type " + type.label(),
              "Known: int8, int32, int64, float, double.");
    }
    T1Node value =
        argument
            .find("FillValue")
            .orElseThrow(
                () ->
                    argument.problem(
                        "the scalar '" + name + "' has no value", "Add a \"FillValue\"."));
    if (argument.find("FillType").map(T1Node::word).orElse("constant").equals("random")) {
      notes.add(name + " is a random scalar: imported with its FillValue, " + value.text());
    }
    var entries = new LinkedHashMap<String, String>();
    entries.put("name", name);
    entries.put("type", type.label());
    entries.put(
        "value",
        YamlText.ofExpression(type.isFloating() ? formulas.number(value) : whole(value, type)));
    return new ImportedKernel.Argument(name, type, false, "1", entries);
  }

  /** Integer value; an unsigned number becomes the signed number of equal bits. */
  private String whole(T1Node value, ElementType type) {
    if (value.text().matches("(?i)true|false")) {
      return value.isTrue() ? "1" : "0";
    }
    String number = formulas.integer(value);
    if (!number.matches("\\d{1,10}")) {
      return number;
    }
    long wide = Long.parseLong(number);
    return switch (type) {
      case I8 -> Byte.toString((byte) wide);
      case I32 -> ofProblem(value, number).orElse(Integer.toString((int) wide));
      default -> ofProblem(value, number).orElse(number);
    };
  }

  private String size(T1Node argument, String name) {
    Optional<T1Node> given = argument.find("Size");
    if (given.isPresent()) {
      List<String> extents =
          given.get().sizes().stream()
              .map(formulas::size)
              .map(size -> ofProblem(given.get(), size).orElse(size))
              .toList();
      return extents.size() == 1 ? extents.getFirst() : "(" + String.join(") * (", extents) + ")";
    }
    var sizes = new ArrayList<String>();
    for (int axis = 0; axis < 3; axis++) {
      formulas.extent(axis).ifPresent(sizes::add);
    }
    if (sizes.isEmpty() || sizes.stream().anyMatch(size -> size.startsWith("("))) {
      throw argument.problem("'" + name + "' has no 'Size'", "Add its number of elements.");
    }
    notes.add("%s has no size: assumed the problem size".formatted(name));
    return String.join(" * ", sizes);
  }

  /** Formula of the problem size that a number stands for; empty if none or several do. */
  private Optional<String> ofProblem(T1Node node, String number) {
    Optional<String> formula = formulas.ofProblem(number);
    formula.ifPresent(
        found -> notes.add("%s: %s is taken for %s".formatted(node.path(), number, found)));
    return formula;
  }

  private boolean writes(T1Node argument, Kind kind, boolean marked) {
    Optional<T1Node> access = argument.find("AccessType");
    boolean output = argument.find("Output").map(T1Node::isTrue).orElse(false);
    String word = access.map(T1Node::word).orElse(output ? "writeonly" : "readonly");
    if (!Set.of("readonly", "writeonly", "readwrite").contains(word)) {
      throw access
          .orElse(argument)
          .problem("unknown access '" + word + "'", "Known: ReadOnly, WriteOnly, ReadWrite.");
    }
    if (kind == Kind.SYMBOL) {
      return false;
    }
    boolean writes = output || !word.equals("readonly");
    if (writes && marked && !output) {
      notes.add(
          argument.path() + " is written, but not marked 'Output'; its content is compared, too");
    }
    return writes;
  }

  static boolean writesOnly(T1Node argument) {
    return !argument.find("AccessType").map(T1Node::word).orElse("writeonly").equals("readwrite");
  }
}
