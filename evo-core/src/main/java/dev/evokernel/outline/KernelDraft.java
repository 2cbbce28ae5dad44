package dev.evokernel.outline;

import dev.evokernel.kernel.CudaText;
import dev.evokernel.outline.SourceOutline.Function;
import dev.evokernel.outline.SourceOutline.Kind;
import dev.evokernel.outline.SourceOutline.Parameter;
import dev.evokernel.outline.SourceOutline.Tunable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of a first {@code kernel.yaml}. It can be read as it is; what is a guess has a comment
 * that begins with {@code # TODO} and says what to look at.
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
   * @param text the source, and what it includes
   * @param others functions of the source that could be tuned as well
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
            function.templates().stream().filter(one -> !one.first().equals(Optional.of("float"))))
        .forEach(this::sort);
    function.parameters().stream()
        .filter(one -> one.kind() == Kind.SCALAR && INTEGERS.contains(one.type()))
        .filter(one -> !one.name().startsWith("stride"))
        .forEach(one -> sizes.add(one.name()));
    extents.forEach(one -> sizes.add(one.toLowerCase(java.util.Locale.ROOT)));
    if (sizes.isEmpty()) {
      sizes.add("size");
    }
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
        .flatMap(one -> one.sizes().stream())
        .anyMatch(size -> size.matches(".*\\b" + name + "\\b.*"));
  }

  String text() {
    var lines = new ArrayList<String>();
    lines.add(
        "# Made of " + file + " by evo init. What is marked TODO is a guess: correct it, and");
    lines.add(
        "# remove the mark. 'evo check' names the lines that are left, and tries the kernel.");
    if (!others.isEmpty()) {
      lines.add(
          "# Other functions of the file: "
              + others.stream().map(Function::name).collect(Collectors.joining(", "))
              + "; 'evo init --entry NAME' takes one of them.");
    }
    lines.add("summary: " + function.name() + todo("one line on what it computes"));
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
        source.hostHeader().ifPresent(it -> lines.add("compiler: nvcc  # for <" + it + ">"));
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
            .map(one -> parameters.containsKey(one.name()) ? one.name() : one.first().orElse("1"))
            .collect(Collectors.joining(", ", "\"" + function.name() + "<", ">\""));
  }

  /** A naive function of the same file where there is one, and else the kernel's own default. */
  private List<String> referenceInC() {
    Optional<Function> naive =
        others.stream()
            .filter(Function::isNaive)
            .filter(one -> one.parameters().size() == function.parameters().size())
            .findFirst();
    String flags =
        parameters.entrySet().stream()
            .map(one -> "-D" + one.getKey() + "=" + one.getValue().start())
            .collect(Collectors.joining(", "));
    return List.of(
        "reference: {sources: [%s], entry: %s, flags: [-O1%s]}%s"
            .formatted(
                file,
                naive.orElse(function).name(),
                flags.isEmpty() ? "" : ", " + flags,
                naive.isPresent()
                    ? ""
                    : todo(
                        "this is the kernel's own default, and proves nothing of it: write a naive"
                            + " function")));
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
                    + (guess.isCertain() ? "" : todo("which values may it take?"))));
    if (parameters.isEmpty()) {
      lines.add(
          "  TILE: [1]" + todo("nothing to tune was found: a macro behind #ifndef, for example"));
    }
    lines.add(
        "default: {"
            + (parameters.isEmpty()
                ? "TILE: 1"
                : parameters.entrySet().stream()
                    .map(one -> one.getKey() + ": " + one.getValue().start())
                    .collect(Collectors.joining(", ")))
            + "}");
    if (language != Language.C) {
      lines.add(launch());
    }
    if (!extents.isEmpty()) {
      lines.add(
          "macros: {"
              + extents.stream()
                  .map(one -> one + ": " + one.toLowerCase(java.util.Locale.ROOT))
                  .collect(Collectors.joining(", "))
              + "}"
              + todo("sizes of the problem, or else parameters?"));
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
      return "launch: {" + grid + "}" + todo("the grid that the function is called with");
    }
    String second = named("(?i)block_?size_?y").map(y -> ", " + y).orElse("");
    return "launch: {%s, block: [%s%s]%s}%s"
        .formatted(
            grid,
            block,
            second,
            source.waitsForGrid() ? ", cooperative: true" : "",
            todo("as the host code launches it; 'shared' too"));
  }

  private Optional<String> named(String pattern) {
    return parameters.keySet().stream().filter(name -> name.matches(pattern)).findFirst();
  }

  private List<String> problem() {
    var lines = new ArrayList<String>();
    lines.add("shapes:");
    int each = sizes.size() > 2 ? USUAL_SIZE / 8 : USUAL_SIZE;
    lines.add("  usual: {" + shape(each) + "}" + todo("the sizes that matter"));
    lines.add(
        "  ragged: {" + shape(each - 27) + "}" + todo("sizes that no tile divides, if allowed"));
    lines.add("arguments:");
    boolean writes = function.parameters().stream().anyMatch(one -> one.kind().isWritten());
    int last = lastBuffer();
    for (int i = 0; i < function.parameters().size(); i++) {
      Parameter one = function.parameters().get(i);
      boolean output = one.kind().isWritten() || (!writes && i == last);
      lines.add("  - " + argument(one, output) + todo(hint(one, output)));
    }
    String types =
        function.parameters().stream()
            .filter(one -> one.kind() != Kind.SCALAR)
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
            .formatted(elements(), elements(), todo("what one launch has to do at the least")));
    return lines;
  }

  private int lastBuffer() {
    int last = -1;
    for (int i = 0; i < function.parameters().size(); i++) {
      Kind kind = function.parameters().get(i).kind();
      last = kind == Kind.SCALAR || kind == Kind.SYMBOL ? last : i;
    }
    return last;
  }

  private String shape(int each) {
    return sizes.stream().map(one -> one + ": " + each).collect(Collectors.joining(", "));
  }

  /** At most two sizes: of more, most buffers have two. */
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

  /** Those that the source declares, where it does; otherwise a guess. */
  private List<String> dimensions(Parameter parameter) {
    List<String> declared =
        parameter.sizes().stream()
            .map(
                size ->
                    extents.stream()
                        .reduce(
                            size,
                            (text, extent) ->
                                text.replaceAll(
                                    "\\b" + extent + "\\b",
                                    extent.toLowerCase(java.util.Locale.ROOT))))
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
                                .allMatch(one -> sizes.contains(one.group()))
                            && size.matches("[\\w\\s*+()-]+"));
    return isKnown ? declared : sizes.stream().limit(2).toList();
  }

  private String hint(Parameter parameter, boolean output) {
    String known = parameter.type().isEmpty() ? "; its type" : "";
    return switch (parameter.kind()) {
      case SCALAR ->
          sizes.contains(parameter.name()) && known.isEmpty()
              ? ""
              : "'" + parameter.written() + "': its value" + known;
      case SYMBOL -> "'%s': does the caller fill it?%s".formatted(parameter.written(), known);
      case INOUT ->
          "'%s': its dimensions; does it hold something before?%s"
              .formatted(parameter.written(), known);
      case INPUT, OUTPUT ->
          "'%s': its dimensions%s%s"
              .formatted(
                  parameter.written(),
                  output && parameter.kind() == Kind.INPUT ? "; is it written?" : "",
                  known);
    };
  }

  private static String todo(String what) {
    return what.isEmpty() ? "" : "  # TODO: " + what;
  }

  /** A reference in NumPy, but for what it computes. */
  String reference() {
    var lines = new ArrayList<String>();
    lines.add("\"\"\"What " + function.name() + " should compute, in double precision.\"\"\"");
    lines.addAll(List.of("import json", "import sys", "", "import numpy as np", ""));
    lines.add("folder = sys.argv[-1]");
    lines.add("with open(f\"{folder}/arguments.json\", encoding=\"utf-8\") as file:");
    lines.add("    numbers = json.load(file)");
    boolean writes = function.parameters().stream().anyMatch(one -> one.kind().isWritten());
    int last = lastBuffer();
    var outputs = new ArrayList<String>();
    for (int i = 0; i < function.parameters().size(); i++) {
      Parameter one = function.parameters().get(i);
      if (one.kind() == Kind.SCALAR) {
        lines.add("%s = numbers[\"scalars\"][\"%s\"]".formatted(one.name(), one.name()));
      } else if (one.kind().isWritten() || (!writes && i == last)) {
        outputs.add(one.name());
      }
      if (one.kind() != Kind.SCALAR
          && (one.kind() == Kind.INOUT || !outputs.contains(one.name()))) {
        lines.add(
            "%s = np.load(f\"{folder}/%s.npy\").astype(np.float64)"
                .formatted(one.name(), one.name()));
      }
    }
    lines.add("");
    lines.add(
        "raise SystemExit(\"reference.py does not compute %s yet\")  # TODO: compute %s here"
            .formatted(String.join(", ", outputs), String.join(", ", outputs)));
    outputs.forEach(one -> lines.add("np.save(f\"{folder}/%s.npy\", %s)".formatted(one, one)));
    return String.join("\n", lines) + "\n";
  }
}
