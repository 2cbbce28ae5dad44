package dev.evokernel.imports;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.text.YamlText;
import dev.evokernel.text.YamlText.Word;

/**
 * Writes the folder of an imported kernel: {@code kernel.yaml}, data files and a prelude for the
 * sources. The folder appears atomically, after evo has read it successfully.
 */
public final class ImportedFolder {

  /** Calls of warp functions that CUDA replaced by those with a mask. */
  private static final Pattern WITHOUT_MASK =
      Pattern.compile("(?<!\\w)(__(?:shfl(?:_up|_down|_xor)?|any|all|ballot))\\s*\\(");

  private static final Pattern UNROLLED =
      Pattern.compile("#\\s*pragma\\s+unroll\\s*\\(?\\s*([A-Za-z_]\\w*)");

  private final ImportedKernel kernel;
  private final Path folder;
  private final String text;

  private ImportedFolder(ImportedKernel kernel, Path folder) throws IOException {
    this.kernel = kernel;
    this.folder = folder;
    var all = new StringBuilder();
    for (Path source : kernel.sources()) {
      all.append(new String(Files.readAllBytes(source), StandardCharsets.ISO_8859_1)).append('\n');
    }
    this.text = all.toString();
  }

  /**
   * Writes the folder.
   *
   * @param target a new or empty folder
   * @throws InvalidFileException if the folder cannot be written, or if evo cannot read the result
   */
  public static void write(ImportedKernel kernel, Path target) {
    Path folder = target.toAbsolutePath().normalize();
    // A sibling of the target, where relative paths are equal.
    Path draft = folder.resolveSibling("." + folder.getFileName() + ".import");
    try {
      NewFolderOption.requireEmpty(folder);
      Files.createDirectories(draft);
      try {
        new ImportedFolder(kernel, draft).write();
        KernelReader.read(draft, kernel.backend());
        Files.deleteIfExists(folder);
        Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Draft.delete(draft);
      }
    } catch (IOException e) {
      throw T1Node.problem(folder, "cannot be written: " + e, "Choose another folder with --to.");
    }
  }

  private void write() throws IOException {
    for (Map.Entry<String, ImportedData> file : kernel.data().entrySet()) {
      keep(file.getValue(), file.getKey());
    }
    for (Map.Entry<String, ImportedData> file : kernel.expected().entrySet()) {
      keep(file.getValue(), "expected/" + file.getKey() + ".npy");
    }
    // Compilers of OpenCL C expand macros in '#pragma unroll', and C has no 'constexpr'.
    List<String> constants = isOpenCl() ? List.of() : constants();
    String prelude = isOpenCl() ? openClPrelude() : prelude(constants);
    if (!prelude.isEmpty()) {
      Files.writeString(folder.resolve(preludeName()), prelude);
    }
    Files.writeString(folder.resolve("kernel.yaml"), yaml(constants, !prelude.isEmpty()));
  }

  private void keep(ImportedData data, String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    data.write(file);
  }

  /** Parameters in {@code #pragma unroll}, where nvcc expands no macros. */
  private List<String> constants() {
    List<String> unrolled = unrolled();
    return kernel.parameters().stream()
        .filter(parameter -> parameter.type() == Type.INTEGER)
        .map(Parameter::name)
        .filter(unrolled::contains)
        .toList();
  }

  private List<String> unrolled() {
    return kernel.launch().isEmpty()
        ? List.of()
        : UNROLLED.matcher(text).results().map(found -> found.group(1)).distinct().toList();
  }

  /** Definitions that a source expects from the other tuner or an older compiler; can be empty. */
  private String prelude(List<String> constants) {
    var lines = new ArrayList<String>();
    // The macro serves preprocessor conditions.
    constants.forEach(
        name -> lines.add("constexpr int %1$s = EVO_%1$s;\n#define %1$s EVO_%1$s".formatted(name)));
    for (String name : unrolled()) {
      long mentions = Pattern.compile("\\b" + name + "\\b").matcher(text).results().count();
      long unrolls =
          UNROLLED.matcher(text).results().filter(found -> found.group(1).equals(name)).count();
      if (!constants.contains(name) && mentions == unrolls) {
        lines.add(
            "constexpr int %s = 0;  // not a parameter: the compiler decides".formatted(name));
      }
    }
    if (kernel.launch().isPresent()) {
      WITHOUT_MASK
          .matcher(text)
          .results()
          .map(call -> call.group(1))
          .distinct()
          .filter(old -> !text.contains("#define " + old + "("))
          .map("#define %1$s(...) %1$s_sync(__activemask(), __VA_ARGS__)"::formatted)
          .forEach(lines::add);
    }
    return lines.isEmpty()
        ? ""
        : "#pragma once\n"
            + "// '#pragma unroll' needs constants, not macros; warp functions need a mask.\n"
            + String.join("\n", lines)
            + "\n";
  }

  private boolean isOpenCl() {
    return kernel.backend().equals(KernelSource.OPENCL);
  }

  private String preludeName() {
    return isOpenCl() ? "prelude.cl" : "prelude.cuh";
  }

  /** Replaces unroll factors of 0, which compilers of OpenCL C refuse; can be empty. */
  private String openClPrelude() {
    List<String> unrolled = unrolled();
    String lines =
        kernel.parameters().stream()
            .filter(parameter -> unrolled.contains(parameter.name()))
            .filter(parameter -> parameter.values().contains(Value.of(0)))
            .map(
                parameter ->
                    "#if %1$s == 0\n#undef %1$s\n#define %1$s 1\n#endif\n"
                        .formatted(parameter.name()))
            .collect(Collectors.joining());
    return lines.isEmpty()
        ? ""
        : "// '#pragma unroll 0' is an error; 1 leaves a loop as it is.\n" + lines;
  }

  private String yaml(List<String> constants, boolean hasPrelude) {
    var sources = new ArrayList<String>();
    if (hasPrelude) {
      sources.add(preludeName());
    }
    for (Path source : kernel.sources()) {
      sources.add(
          kernel.data().containsKey(source.getFileName().toString())
              ? source.getFileName().toString()
              : folder.relativize(source).toString());
    }
    var flags = new ArrayList<>(kernel.flags());
    constants.forEach(name -> flags.add("-DEVO_%1$s={%1$s}".formatted(name)));
    // Parameters that only the launch uses; the flag avoids a warning about an unused parameter.
    kernel.parameters().stream()
        .map(Parameter::name)
        .filter(name -> !mentions(name))
        .forEach(name -> flags.add("-D%1$s={%1$s}".formatted(name)));
    if (mentions("kernel_tuner")) {
      flags.add("-Dkernel_tuner=1");
    }
    var yaml = new StringBuilder();
    Path origin = kernel.origin().getFileName();
    boolean copied =
        kernel.sources().stream()
            .allMatch(source -> kernel.data().containsKey(source.getFileName().toString()));
    line(
        yaml,
        "# Imported from %s by 'evo import'.%s",
        YamlText.inComment(String.valueOf(origin)),
        copied ? "" : " The sources stay in place.");
    line(yaml, "summary: %s", YamlText.of(kernel.entry() + ", imported from " + origin));
    line(yaml, "backends:");
    line(yaml, "  %s:", kernel.backend());
    line(yaml, "    sources: %s", YamlText.of(sources));
    line(yaml, "    entry: %s", YamlText.of(kernel.entry()));
    if (!flags.isEmpty()) {
      line(yaml, "    flags: %s", YamlText.of(flags));
    }
    kernel.compiler().ifPresent(compiler -> line(yaml, "    compiler: %s", compiler));
    kernel.launch().ifPresent(launch -> line(yaml, "    launch: %s", launch.yaml()));
    reference(yaml);
    line(yaml, "parameters:");
    for (Parameter parameter : kernel.parameters()) {
      line(yaml, "  %s: %s", parameter.name(), YamlText.of(parameter.values()));
    }
    line(yaml, "default: %s", YamlText.of(kernel.start().values()));
    if (!kernel.constraints().isEmpty()) {
      line(yaml, "constraints:");
      kernel.constraints().forEach((condition, reason) -> constraint(yaml, condition, reason));
    }
    macros(yaml);
    line(yaml, "# The problem size of the file. Constants among the arguments belong to it.");
    line(yaml, "shapes:");
    line(yaml, "  problem: %s", YamlText.of(kernel.shape()));
    line(yaml, "arguments:");
    kernel.arguments().forEach(argument -> line(yaml, "  - %s", mapping(argument.entries())));
    tolerances(yaml);
    line(yaml, "# Unknown. State the minimum work of a launch to get rates and limits in reports.");
    line(yaml, "work: {flops: 0, bytes: 0}");
    return yaml.toString();
  }

  private void reference(StringBuilder yaml) {
    if (kernel.hasExpectedResults()) {
      line(yaml, "    # The imported expected results.");
      line(yaml, "    reference: {command: [sh, -c, 'cp expected/*.npy \"$0\"']}");
    } else {
      line(yaml, "    # No reference was imported; results are compared with the default's. This");
      line(yaml, "    # finds errors that depend on the configuration, no others.");
      line(yaml, "    reference: {configuration: %s}", YamlText.of(kernel.start().values()));
    }
  }

  private static void constraint(StringBuilder yaml, String condition, String reason) {
    if (reason.isEmpty()) {
      line(yaml, "  - %s", YamlText.of(condition));
    } else {
      line(yaml, "  - {require: %s, because: %s}", YamlText.of(condition), YamlText.of(reason));
    }
  }

  private void macros(StringBuilder yaml) {
    var macros = new LinkedHashMap<String, String>();
    kernel
        .launch()
        .ifPresent(
            launch -> {
              List<String> axes = List.of("x", "y", "z");
              for (int axis = 0; axis < axes.size(); axis++) {
                define(macros, "grid_size_" + axes.get(axis), launch.grid().get(axis));
                define(macros, "block_size_" + axes.get(axis), launch.block().get(axis));
              }
            });
    if (!macros.isEmpty()) {
      line(yaml, "macros: %s", mapping(macros));
    }
  }

  private void define(Map<String, String> macros, String name, String value) {
    boolean tuned =
        kernel.parameters().stream().anyMatch(parameter -> parameter.name().equals(name));
    boolean declared =
        Pattern.compile("#\\s*define\\s+" + name + "\\b|\\bint\\s+" + name + "\\b")
            .matcher(text)
            .find();
    if (!tuned && !declared && mentions(name)) {
      macros.put(name, YamlText.ofExpression(value));
    }
  }

  private boolean mentions(String word) {
    return Pattern.compile("\\b" + word + "\\b").matcher(text).find();
  }

  private void tolerances(StringBuilder yaml) {
    var tolerances = new LinkedHashMap<String, String>();
    for (ImportedKernel.Argument argument : kernel.arguments()) {
      if (argument.isCompared() && argument.element().isFloating()) {
        tolerances.put(argument.element().label(), tolerance(argument.element()));
      }
    }
    if (!tolerances.isEmpty()) {
      line(yaml, "tolerances: %s", mapping(tolerances));
    }
  }

  private String tolerance(ElementType type) {
    double usual =
        switch (type) {
          case F16, BF16 -> 1e-2;
          case F64 -> 1e-8;
          default -> 1e-4;
        };
    return String.format(
        Locale.ROOT, "{absolute: %s, relative: %s}", kernel.tolerance().orElse(usual), usual);
  }

  private static String mapping(Map<String, String> values) {
    var words = new LinkedHashMap<String, Word>();
    values.forEach((key, value) -> words.put(key, new Word(value)));
    return YamlText.of(words);
  }

  private static void line(StringBuilder yaml, String format, Object... values) {
    yaml.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
