package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace;

/** Reads a kernel from a T1 file. */
public final class T1Import {

  private static final String ONE = "(-?[\\d.]+(e-?\\d+)?|\\w+|'[^']*'|\"[^\"]*\")";

  /** Compiler option; one with spaces stands between quotes. */
  private static final Pattern OPTION = Pattern.compile("'([^']*)'(?=\\s|$)|\\S+");

  private static final Pattern DYNAMIC =
      Pattern.compile("\\bextern\\b[^;{}]*\\b__shared__\\b|\\b__shared__\\s+extern\\b");

  private final T1Node root;
  private final T1Node kernel;
  private final ImportOptions options;
  private final List<String> notes = new ArrayList<>();

  private final PythonReader python;

  private T1Import(PythonReader python, T1Node root, ImportOptions options) {
    this.python = python;
    this.root = root;
    this.kernel = root.value("KernelSpecification", "It describes the sources and the launch.");
    this.options = options;
  }

  public static ImportedKernel read(Path file, ImportOptions options) {
    T1Node root = T1Node.of(file);
    try (var python = new PythonReader(options.python())) {
      return read(python, root, options);
    }
  }

  static ImportedKernel read(PythonReader python, T1Node root, ImportOptions options) {
    return new T1Import(python, root, options).imported();
  }

  private ImportedKernel imported() {
    String backend = backend();
    List<Parameter> parameters = parameters();
    parameters.forEach(this::checkWords);
    var formulas =
        new T1Formulas(
            python, parameters, kernel.find("ProblemSize").map(T1Node::sizes).orElse(List.of()));
    Map<String, String> constraints = new LinkedHashMap<>();
    conditions().forEach(condition -> constraints.put(formulas.condition(condition), ""));
    var required = new ArrayList<>(constraints.keySet());
    KernelSource source = source(backend, sources());
    Optional<T1Launch> launch = Optional.empty();
    if (!backend.equals("cpu")) {
      List<String> names = parameters.stream().map(Parameter::name).toList();
      T1Launch found = T1Launch.of(kernel, formulas, names, notes, hasDynamicMemory(backend));
      launch = Optional.of(found);
      if (!found.threads().matches("\\d+")) {
        required.add(found.threads() + " <= 1024");
        constraints.put(
            found.threads() + " <= device.max_threads", "the device's limit of threads per block");
      }
    }
    Configuration start = start(formulas.space(described(), required), parameters);
    requireNoHostFunction(backend, source);
    var arguments =
        new T1Arguments(
            formulas, options, launch, source, kernel.find("ReferenceArguments").isPresent());
    List<ImportedKernel.Argument> all =
        arguments.all(kernel.value("Arguments", "The list of the kernel's arguments."), entry());
    var shape = new LinkedHashMap<>(formulas.dimensions());
    if (shape.isEmpty()) {
      shape.put("size", 1L);
    }
    Map<String, ImportedData> expected = arguments.data().expected(kernel, all, start);
    notes.addAll(arguments.notes());
    Optional<String> hostHeader = backend.equals("cuda") ? source.hostHeader() : Optional.empty();
    hostHeader.ifPresent(
        name ->
            notes.add(
                "the source includes <%s>, which NVRTC cannot compile: kernel.yaml sets compiler: nvcc"
                    .formatted(name)));
    return new ImportedKernel(
        root.file(),
        backend,
        sources(),
        entry(),
        flags(backend),
        hostHeader.map(_ -> "nvcc"),
        launch,
        parameters,
        start,
        constraints,
        shape,
        all,
        expected,
        kernel
            .find("ValidationThreshold")
            .map(threshold -> OptionalDouble.of(threshold.number()))
            .orElse(OptionalDouble.empty()),
        arguments.data().files(),
        allNotes());
  }

  private List<String> flags(String backend) {
    var flags = new ArrayList<String>();
    List<String> words =
        kernel.find("CompilerOptions").stream()
            .flatMap(list -> list.elements().stream())
            .flatMap(option -> OPTION.matcher(option.text()).results())
            .map(word -> word.group(1) == null ? word.group() : word.group(1))
            .toList();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (backend.equals("cuda") && word.matches("-{1,2}std=.*(98|03|0x|11|14|17)")) {
        notes.add("CompilerOptions: " + word + " is omitted: evo compiles CUDA as C++17");
      } else if (word.matches("(-arch|--gpu-architecture|-gencode|--generate-code|-code)\\b.*")) {
        notes.add("CompilerOptions: " + word + " is omitted: evo compiles for the device");
        i += word.contains("=") ? 0 : 1;
      } else if (word.equals("-I") && i + 1 < words.size()) {
        flags.add("-I" + resolved(words.get(++i)));
      } else if (word.startsWith("-I")) {
        flags.add("-I" + resolved(word.substring(2)));
      } else {
        flags.add(word);
      }
    }
    if (backend.equals("cpu") && flags.stream().noneMatch(flag -> flag.startsWith("-O"))) {
      flags.addFirst("-O2");
      notes.add("CompilerOptions has no -O level: added -O2");
    }
    return flags;
  }

  private Path resolved(String folder) {
    return root.file().toAbsolutePath().resolveSibling(folder).normalize();
  }

  private String entry() {
    String name = kernel.value("KernelName", "The name of the function to tune.").text();
    List<String> types =
        kernel.find("KernelTypeNames").map(T1Node::elements).orElse(List.of()).stream()
            .map(T1Node::text)
            .toList();
    return types.isEmpty() ? name : name + "<" + String.join(", ", types) + ">";
  }

  private String backend() {
    T1Node language = kernel.value("Language", "\"CUDA\", \"OpenCL\" or \"C\".");
    return switch (language.word()) {
      case "cuda", "cupy", "nvcuda" -> "cuda";
      case "opencl" -> KernelSource.OPENCL;
      case "c" -> "cpu";
      default ->
          throw language.problem(
              "unsupported language '%s'; evo supports CUDA, OpenCL and C"
                  .formatted(language.text()),
              "Nothing was imported. If the kernel is CUDA C++, OpenCL C or C, write \"CUDA\","
                  + " \"OpenCL\" or \"C\" here.");
    };
  }

  /** Rejects host functions: their time may include copies and allocations. */
  private void requireNoHostFunction(String backend, KernelSource source) {
    List<String> launched = source.launched();
    if (backend.equals("cpu") && !launched.isEmpty()) {
      throw kernel
          .value("Language", "")
          .problem(
              "the language is C, but the source launches %s: evo does not time host functions"
                  .formatted(String.join(", ", launched)),
              "Describe the kernel instead: \"Language\": \"CUDA\", \"KernelName\": \"%s\", its"
                      .formatted(launched.getFirst())
                  + " arguments, and the grid, the block and the shared memory between '<<<' and"
                  + " '>>>'.");
    }
  }

  private List<T1Node> conditions() {
    return described().find("Conditions").map(T1Node::elements).orElse(List.of()).stream()
        .map(
            condition -> {
              if (!condition.node().isObject()) {
                return condition;
              }
              condition.find("Parameters");
              return condition.value("Expression", "A condition over the parameters.");
            })
        .toList();
  }

  private T1Node described() {
    return root.value(
        "ConfigurationSpace",
        "A T1 file describes a kernel and its search space; recorded results are another format.");
  }

  private List<Parameter> parameters() {
    var parameters = new LinkedHashMap<String, Parameter>();
    for (T1Node parameter : tuned()) {
      String name = parameter.value("Name", "The macro's name.").text();
      if (!name.matches("[A-Za-z_]\\w*")) {
        throw parameter.problem("invalid name '" + name + "'", "Use letters, digits and '_'.");
      }
      parameter.find("Type");
      T1Node listed = parameter.value("Values", "A list, as in \"[1, 2, 4]\".");
      String text = listed.node().isArray() ? listed.node().toString() : listed.text();
      try {
        List<Value> values = python.values(isListed(text) ? "[" + text + "]" : text);
        if (parameters.put(name, new Parameter(name, values)) != null) {
          throw parameter.problem("duplicate parameter '" + name + "'", "Remove one.");
        }
      } catch (ToolFailure | IllegalArgumentException e) {
        throw listed.problem(
            "the values of '" + name + "' are not understood: " + e.getMessage(),
            "Supported are lists, range, comprehensions over them, and their sums: " + text);
      }
    }
    return List.copyOf(parameters.values());
  }

  private List<T1Node> tuned() {
    return described()
        .value("TuningParameters", "The list of the parameters, each with 'Name' and 'Values'.")
        .elements();
  }

  /** Recognises one value, and comma-separated values without brackets. */
  private static boolean isListed(String text) {
    return text.matches(ONE + "(\\s*,\\s*" + ONE + ")*");
  }

  private void checkWords(Parameter parameter) {
    for (Value value : parameter.values()) {
      if (value instanceof Value.TextValue(String word) && !word.matches("\\S+")) {
        throw root.problem(
            "the parameter '%s' has the value '%s'".formatted(parameter.name(), word),
            "A value must be a number, a boolean or a word without spaces. Define a macro in the"
                + " source for text with spaces.");
      }
    }
  }

  /** Default configuration of the file, or the nearest one that satisfies the constraints. */
  private Configuration start(SearchSpace space, List<Parameter> parameters) {
    var values = new LinkedHashMap<String, Value>();
    List<T1Node> tuned = tuned();
    for (int i = 0; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      values.put(parameter.name(), given(tuned.get(i), parameter));
    }
    var requested = new Configuration(values);
    if (space.contains(requested)) {
      return requested;
    }
    notes.add("the defaults violate a condition: the default is the nearest valid configuration");
    return space.configuration(space.nearest(space.choices(requested), new SplittableRandom(1)));
  }

  private Value given(T1Node node, Parameter parameter) {
    Optional<T1Node> found = node.find("Default").map(values -> values.elements().getFirst());
    if (found.isEmpty()) {
      return parameter.values().getFirst();
    }
    String text = found.get().text();
    return parameter.values().stream()
        .filter(
            value ->
                value.toString().equalsIgnoreCase(text)
                    || (value.plain() instanceof Number number
                        && text.matches("-?[\\d.]+(e-?\\d+)?")
                        && Double.parseDouble(text) == number.doubleValue()))
        .findFirst()
        .orElseGet(
            () -> {
              notes.add(
                  "the default %s of %s is not one of its values: using %s"
                      .formatted(text, parameter.name(), parameter.values().getFirst()));
              return parameter.values().getFirst();
            });
  }

  private KernelSource source(String backend, List<Path> files) {
    try {
      return KernelSource.of(backend, files);
    } catch (IOException e) {
      throw kernel
          .value("KernelFile", "")
          .problem("the source cannot be read: " + e, "Check its permissions.");
    }
  }

  /**
   * Checks whether the sources or their headers declare dynamic shared memory, or the entry takes
   * local memory.
   */
  private boolean hasDynamicMemory(String backend) {
    Stream<Path> files =
        sources().stream().flatMap(file -> DistantSources.withIncluded(file, List.of()).stream());
    KernelSource all = source(backend, files.filter(Files::isRegularFile).toList());
    return all.takesLocal(entry()) || DYNAMIC.matcher(all.text()).find();
  }

  private List<Path> sources() {
    T1Node file = kernel.value("KernelFile", "The source's path, relative to this file.");
    if (options.source().isPresent()) {
      Path elsewhere = options.source().get();
      if (!Files.isRegularFile(elsewhere)) {
        throw file.problem("no file '" + elsewhere + "'", "Correct --source.");
      }
      return List.of(elsewhere.toAbsolutePath().normalize());
    }
    return file.elements().stream()
        .map(
            path -> {
              Path source = root.file().toAbsolutePath().resolveSibling(path.text()).normalize();
              if (!Files.isRegularFile(source)) {
                throw path.problem("no file '" + source + "'", "Name the source: --source FILE.");
              }
              return source;
            })
        .toList();
  }

  private List<String> allNotes() {
    for (String harmless : List.of("BenchmarkName", "GlobalSizeType", "LocalSize", "GlobalSize")) {
      kernel.find(harmless);
    }
    kernel.find("GlobalSize").ifPresent(size -> List.of("X", "Y", "Z").forEach(size::find));
    root.find("General").ifPresent(general -> general.find("BenchmarkName"));
    var all = new ArrayList<>(notes);
    root.find("Notes").ifPresent(list -> list.elements().forEach(note -> all.add(note.text())));
    List<String> unread = root.unread();
    if (!unread.isEmpty()) {
      all.add("ignored: " + String.join(", ", unread));
    }
    return all;
  }
}
