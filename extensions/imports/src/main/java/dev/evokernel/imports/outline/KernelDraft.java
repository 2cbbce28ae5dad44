package dev.evokernel.imports.outline;

import module java.base;

import dev.evokernel.imports.outline.SourceOutline.Function;
import dev.evokernel.imports.outline.SourceOutline.Kind;
import dev.evokernel.imports.outline.SourceOutline.Parameter;
import dev.evokernel.imports.outline.SourceOutline.Tunable;
import dev.evokernel.kernel.source.CudaText;

/**
 * Text of a first {@code kernel.yaml}, valid as it is. A comment {@code # TODO} marks each guess
 * and says what to check.
 */
final class KernelDraft {

  private static final int USUAL_SIZE = 1024;
  private static final Set<String> INTEGERS = Set.of("i8", "i32", "i64");
  private static final Map<String, String> TOLERANCES =
      Map.of(
          "f16", "{absolute: 1e-2, relative: 1.9e-3}",
          "bf16", "{absolute: 3e-2, relative: 1e-2}",
          "f32", "{absolute: 1e-5, relative: 1e-5}",
          "f64", "{absolute: 1e-12, relative: 1e-12}");

  private final Language language;
  private final String file;
  private final CudaText source;
  private final Function function;
  private final List<Function> others;
  private final SequencedMap<String, Guess> parameters = new LinkedHashMap<>();
  private final List<String> extents = new ArrayList<>();
  private final List<String> sizes = new ArrayList<>();

  /**
   * @param file the source's name
   * @param text the source and its includes
   * @param others other tunable functions of the source
   */
  KernelDraft(
      Language language,
      String file,
      String text,
      Function function,
      List<Function> others,
      List<Tunable> tunables) {
    this.language = language;
    this.file = file;
    this.source = new CudaText(text);
    this.function = function;
    this.others = List.copyOf(others);
    Stream.concat(
            tunables.stream(),
            function.templates().stream()
                .filter(tunable -> !tunable.first().equals(Optional.of("float"))))
        .forEach(this::sort);
    function.parameters().stream()
        .filter(scalar -> scalar.kind() == Kind.SCALAR && INTEGERS.contains(scalar.type()))
        .filter(scalar -> !scalar.name().startsWith("stride"))
        .forEach(scalar -> sizes.add(scalar.name()));
    extents.forEach(extent -> sizes.add(lower(extent)));
    if (sizes.isEmpty()) {
      sizes.add("size");
    }
  }

  private static String lower(String extent) {
    return extent.toLowerCase(Locale.ROOT);
  }

  private void sort(Tunable tunable) {
    if (language != Language.TRITON
        && tunable.values().isEmpty()
        && (Guess.isExtent(tunable) || isSizeOfArray(tunable.name()))) {
      extents.add(tunable.name());
    } else {
      Guess.of(tunable, language).ifPresent(guess -> parameters.put(tunable.name(), guess));
    }
  }

  private boolean isSizeOfArray(String name) {
    return function.parameters().stream()
        .flatMap(parameter -> parameter.sizes().stream())
        .anyMatch(size -> size.matches(".*\\b" + name + "\\b.*"));
  }

  String text() {
    var lines = new ArrayList<String>();
    lines.add("# Generated from " + file + " by evo init. Lines marked TODO are guesses: correct");
    lines.add("# them and remove the mark. 'evo check' lists the rest and validates the kernel.");
    if (!others.isEmpty()) {
      lines.add(
          "# Other functions in the file (evo init --entry NAME): "
              + others.stream().map(Function::name).collect(Collectors.joining(", ")));
    }
    lines.add("summary: " + function.name() + todo("describe the kernel in one line"));
    lines.add("backends:");
    lines.add("  " + language.backend() + ":");
    Stream.of(source(), search(), problem())
        .flatMap(List::stream)
        .map(line -> "    " + line)
        .forEach(lines::add);
    return String.join("\n", lines) + "\n";
  }

  private List<String> source() {
    var lines = new ArrayList<String>();
    switch (language) {
      case TRITON -> {
        lines.add(
            "build: {command: [python3, triton_builder.py, " + file + "], inputs: [" + file + "]}");
        lines.add("entry: " + function.name());
        lines.add("reference: {command: [python3, reference.py]}" + todo("finish reference.py"));
      }
      case CUDA -> {
        lines.add("sources: [" + file + "]");
        lines.add("entry: " + entry());
        source
            .hostHeader()
            .ifPresent(header -> lines.add("compiler: nvcc  # for <" + header + ">"));
        lines.add("reference: {command: [python3, reference.py]}" + todo("finish reference.py"));
      }
      case C -> {
        lines.add("sources: [" + file + "]");
        lines.add("entry: " + entry());
        lines.add("flags: [-O3, -march=native, -fopenmp]");
        lines.addAll(referenceInC());
      }
    }
    return lines;
  }

  private String entry() {
    return function.templates().isEmpty()
        ? function.name()
        : function.templates().stream()
            .map(
                tunable ->
                    parameters.containsKey(tunable.name())
                        ? tunable.name()
                        : tunable.first().orElse("1"))
            .collect(Collectors.joining(", ", "\"" + function.name() + "<", ">\""));
  }

  /** Reference: a naive function of the file, otherwise the kernel's own default. */
  private List<String> referenceInC() {
    Optional<Function> naive =
        others.stream()
            .filter(Function::isNaive)
            .filter(other -> other.parameters().size() == function.parameters().size())
            .findFirst();
    String flags =
        parameters.entrySet().stream()
            .map(guess -> "-D" + guess.getKey() + "=" + guess.getValue().start())
            .collect(Collectors.joining(", "));
    return List.of(
        "reference: {sources: [%s], entry: %s, flags: [-O1%s]}%s"
            .formatted(
                file,
                naive.orElse(function).name(),
                flags.isEmpty() ? "" : ", " + flags,
                naive.isPresent()
                    ? ""
                    : todo("this compares the kernel with itself; write a naive reference")));
  }

  private List<String> search() {
    var lines = new ArrayList<String>();
    lines.add("parameters:");
    parameters.forEach(
        (name, guess) ->
            lines.add(
                "  "
                    + name
                    + ": ["
                    + String.join(", ", guess.values())
                    + "]"
                    + (guess.isCertain() ? "" : todo("list the values to try"))));
    if (parameters.isEmpty()) {
      lines.add(
          "  TILE: [1]"
              + todo("nothing to tune was found; add macros, for example behind #ifndef"));
    }
    lines.add(
        "default: {"
            + (parameters.isEmpty()
                ? "TILE: 1"
                : parameters.entrySet().stream()
                    .map(guess -> guess.getKey() + ": " + guess.getValue().start())
                    .collect(Collectors.joining(", ")))
            + "}");
    if (language != Language.C) {
      lines.add(launch());
    }
    if (!extents.isEmpty()) {
      lines.add(
          "macros: {"
              + extents.stream()
                  .map(extent -> extent + ": " + lower(extent))
                  .collect(Collectors.joining(", "))
              + "}"
              + todo("sizes of the problem, or parameters?"));
    }
    return lines;
  }

  private String launch() {
    String block =
        !function.threads().isEmpty()
                && (parameters.containsKey(function.threads())
                    || function.threads().matches("\\d+"))
            ? function.threads()
            : named("(?i)(block_?size_?x?|threads?(_per_block)?|num_threads|block_?dim_?x?|block)")
                .orElse(language == Language.TRITON ? named("(?i).*block.*").orElse("1") : "256");
    String grid = "grid: [\"ceil_div(" + sizes.getFirst() + ", " + block + ")\"]";
    if (language == Language.TRITON) {
      return "launch: {" + grid + "}" + todo("the grid of the function's caller");
    }
    String second = named("(?i)block_?size_?y").map(y -> ", " + y).orElse("");
    return "launch: {%s, block: [%s%s]%s}%s"
        .formatted(
            grid,
            block,
            second,
            source.waitsForGrid() ? ", cooperative: true" : "",
            todo("as in the host code's launch; 'shared' too"));
  }

  private Optional<String> named(String pattern) {
    return parameters.keySet().stream().filter(name -> name.matches(pattern)).findFirst();
  }

  private List<String> problem() {
    var lines = new ArrayList<String>();
    lines.add("shapes:");
    int each = sizes.size() > 2 ? USUAL_SIZE / 8 : USUAL_SIZE;
    lines.add("  usual: {" + shape(each) + "}" + todo("the sizes that matter to you"));
    lines.add(
        "  ragged: {" + shape(each - 27) + "}" + todo("sizes that no tile divides, if supported"));
    lines.add("arguments:");
    List<Parameter> outputs = outputs();
    for (Parameter parameter : function.parameters()) {
      boolean output = outputs.contains(parameter);
      lines.add("  - " + argument(parameter, output) + todo(hint(parameter, output)));
    }
    String types =
        function.parameters().stream()
            .filter(parameter -> parameter.kind() != Kind.SCALAR)
            .map(KernelDraft::type)
            .filter(TOLERANCES::containsKey)
            .distinct()
            .map(type -> type + ": " + TOLERANCES.get(type))
            .collect(Collectors.joining(", "));
    if (!types.isEmpty()) {
      lines.add("tolerances: {" + types + "}");
    }
    lines.add(
        "work: {flops: %s, bytes: %s}%s"
            .formatted(elements(), elements(), todo("the minimum work of one launch")));
    return lines;
  }

  /** Written parameters; if none is recognised, the last buffer. */
  private List<Parameter> outputs() {
    List<Parameter> written =
        function.parameters().stream().filter(parameter -> parameter.kind().isWritten()).toList();
    return written.isEmpty()
        ? function.parameters().stream()
            .filter(parameter -> parameter.kind() == Kind.INPUT)
            .reduce((_, later) -> later)
            .stream()
            .toList()
        : written;
  }

  private String shape(int each) {
    return sizes.stream().map(size -> size + ": " + each).collect(Collectors.joining(", "));
  }

  /** Product of the first two sizes: most buffers have two dimensions. */
  private String elements() {
    return sizes.stream().limit(2).collect(Collectors.joining(" * "));
  }

  private static String type(Parameter parameter) {
    return parameter.type().isEmpty() ? "f32" : parameter.type();
  }

  private String argument(Parameter parameter, boolean output) {
    String start = "{name: %s, type: %s, ".formatted(parameter.name(), type(parameter));
    if (parameter.kind() == Kind.SCALAR) {
      return start + "value: " + (sizes.contains(parameter.name()) ? parameter.name() : "1") + "}";
    }
    String dimensions = "dimensions: [" + String.join(", ", dimensions(parameter)) + "]";
    String fill =
        ", fill: "
            + (INTEGERS.contains(type(parameter)) ? "{uniform: {low: 0, high: 10}}" : "normal")
            + "}";
    return start
        + dimensions
        + switch (parameter.kind()) {
          case SYMBOL -> ", symbol: constant" + fill;
          case INOUT -> ", inout: true" + fill;
          case INPUT, OUTPUT, SCALAR -> output ? ", output: true}" : fill;
        };
  }

  /** Dimensions as declared in the source, otherwise a guess. */
  private List<String> dimensions(Parameter parameter) {
    List<String> declared =
        parameter.sizes().stream()
            .map(
                size ->
                    extents.stream()
                        .reduce(
                            size,
                            (text, extent) ->
                                text.replaceAll("\\b" + extent + "\\b", lower(extent))))
            .toList();
    boolean isKnown =
        !declared.isEmpty()
            && declared.stream()
                .allMatch(
                    size ->
                        !size.isEmpty()
                            && Pattern.compile("[A-Za-z_]\\w*")
                                .matcher(size)
                                .results()
                                .allMatch(name -> sizes.contains(name.group()))
                            && size.matches("[\\w\\s*+()-]+"));
    return isKnown ? declared : sizes.stream().limit(2).toList();
  }

  private String hint(Parameter parameter, boolean output) {
    String known = parameter.type().isEmpty() ? "; type" : "";
    return switch (parameter.kind()) {
      case SCALAR ->
          sizes.contains(parameter.name()) && known.isEmpty()
              ? ""
              : "'" + parameter.written() + "': value" + known;
      case SYMBOL -> "'%s': filled by the caller?%s".formatted(parameter.written(), known);
      case INOUT ->
          "'%s': dimensions; read before it is written?%s".formatted(parameter.written(), known);
      case INPUT, OUTPUT ->
          "'%s': dimensions%s%s"
              .formatted(
                  parameter.written(),
                  output && parameter.kind() == Kind.INPUT ? "; written by the kernel?" : "",
                  known);
    };
  }

  private static String todo(String what) {
    return what.isEmpty() ? "" : "  # TODO: " + what;
  }

  /** Text of a reference in NumPy, without the computation. */
  String reference() {
    var lines = new ArrayList<String>();
    lines.add("\"\"\"Reference for " + function.name() + " in double precision.\"\"\"");
    lines.addAll(List.of("import json", "import sys", "", "import numpy as np", ""));
    lines.add("folder = sys.argv[-1]");
    lines.add("with open(f\"{folder}/arguments.json\", encoding=\"utf-8\") as file:");
    lines.add("    numbers = json.load(file)");
    List<Parameter> outputs = outputs();
    for (Parameter parameter : function.parameters()) {
      if (parameter.kind() == Kind.SCALAR) {
        lines.add("%1$s = numbers[\"scalars\"][\"%1$s\"]".formatted(parameter.name()));
      } else if (parameter.kind() == Kind.INOUT || !outputs.contains(parameter)) {
        lines.add(
            "%1$s = np.load(f\"{folder}/%1$s.npy\").astype(np.float64)"
                .formatted(parameter.name()));
      }
    }
    List<String> names = outputs.stream().map(Parameter::name).toList();
    lines.add("");
    lines.add(
        "raise SystemExit(\"reference.py does not compute %1$s yet\")  # TODO: compute %1$s here"
            .formatted(String.join(", ", names)));
    names.forEach(name -> lines.add("np.save(f\"{folder}/%1$s.npy\", %1$s)".formatted(name)));
    return String.join("\n", lines) + "\n";
  }
}
