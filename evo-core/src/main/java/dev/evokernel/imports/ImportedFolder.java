package dev.evokernel.imports;

import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.FileProblem;
import dev.evokernel.kernel.InvalidFileException;
import dev.evokernel.kernel.KernelReader;
import dev.evokernel.kernel.Parameter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes a kernel's folder: its {@code kernel.yaml}, the data that came along, and what the sources
 * expect from the other tuner. It appears as a whole, once evo has read it, or not at all.
 */
public final class ImportedFolder {

  private static final String PRELUDE = "prelude.cuh";

  /** Functions of warps that CUDA has no more, and what stands behind those it has. */
  private static final Map<String, String> WITHOUT_MASK =
      Map.of(
          "__shfl", "__shfl_sync",
          "__shfl_up", "__shfl_up_sync",
          "__shfl_down", "__shfl_down_sync",
          "__shfl_xor", "__shfl_xor_sync",
          "__any", "__any_sync",
          "__all", "__all_sync",
          "__ballot", "__ballot_sync");

  private static final Pattern UNROLLED =
      Pattern.compile("#\\s*pragma\\s+unroll\\s*\\(?\\s*([A-Za-z_]\\w*)");

  private final ImportedKernel kernel;
  private final Path folder;
  private final String text;

  private ImportedFolder(ImportedKernel kernel, Path folder) throws IOException {
    this.kernel = kernel;
    this.folder = folder;
    var all = new StringBuilder();
    for (Path source : kernel.code().sources()) {
      all.append(new String(Files.readAllBytes(source), StandardCharsets.ISO_8859_1)).append('\n');
    }
    this.text = all.toString();
  }

  /**
   * Writes the folder.
   *
   * @param target which is not there yet, or empty
   * @throws InvalidFileException if it is there, cannot be written, or evo cannot read what was
   *     imported
   */
  public static void write(ImportedKernel kernel, Path target) {
    Path folder = target.toAbsolutePath().normalize();
    // Beside the target, so that relative paths are the same.
    Path draft = folder.resolveSibling("." + folder.getFileName() + ".import");
    try {
      requireEmpty(folder);
      Files.createDirectories(draft);
      try {
        new ImportedFolder(kernel, draft).write();
        KernelReader.read(draft, kernel.code().backend());
        Files.deleteIfExists(folder);
        Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        remove(draft);
      }
    } catch (IOException e) {
      throw problem(folder, "cannot be written: " + e, "Choose another folder with --to.");
    }
  }

  private static void requireEmpty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> there =
          Files.isDirectory(folder) ? Files.list(folder) : Stream.of(folder)) {
        if (there.findAny().isPresent()) {
          throw problem(
              folder, "is there already; nothing was written", "Name another folder with --to.");
        }
      }
    }
  }

  private void write() throws IOException {
    for (Map.Entry<String, ImportedData> file : kernel.data().entrySet()) {
      keep(file.getValue(), file.getKey());
    }
    for (Map.Entry<String, ImportedData> file : kernel.verification().expected().entrySet()) {
      keep(file.getValue(), "expected/" + file.getKey() + ".npy");
    }
    List<String> constants = constants();
    String prelude = prelude(constants);
    if (!prelude.isEmpty()) {
      Files.writeString(folder.resolve(PRELUDE), prelude);
    }
    Files.writeString(folder.resolve("kernel.yaml"), yaml(constants, !prelude.isEmpty()));
  }

  private void keep(ImportedData data, String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    data.write(file);
  }

  /** Parameters by which loops are unrolled in CUDA, which replaces no macros there. */
  private List<String> constants() {
    List<String> unrolled = unrolled();
    return kernel.space().parameters().stream()
        .filter(it -> it.type() == Type.INTEGER && unrolled.contains(it.name()))
        .map(Parameter::name)
        .toList();
  }

  private List<String> unrolled() {
    return kernel.code().launch().isEmpty()
        ? List.of()
        : UNROLLED.matcher(text).results().map(found -> found.group(1)).distinct().toList();
  }

  /** What a CUDA source expects of the other tuner or of an older compiler; often nothing. */
  private String prelude(List<String> constants) {
    var lines = new ArrayList<String>();
    // Conditions of the preprocessor see the macro.
    constants.forEach(
        it -> lines.add("constexpr int %1$s = EVO_%1$s;\n#define %1$s EVO_%1$s".formatted(it)));
    for (String name : unrolled()) {
      long mentions = Pattern.compile("\\b" + name + "\\b").matcher(text).results().count();
      long unrolls =
          UNROLLED.matcher(text).results().filter(it -> it.group(1).equals(name)).count();
      if (!constants.contains(name) && mentions == unrolls) {
        lines.add("constexpr int %s = 0;  // no parameter: the compiler decides".formatted(name));
      }
    }
    if (kernel.code().launch().isPresent()) {
      WITHOUT_MASK.forEach(
          (old, present) -> {
            boolean called = Pattern.compile("(?<!\\w)" + old + "\\s*\\(").matcher(text).find();
            if (called && !text.contains("#define " + old + "(")) {
              lines.add("#define %s(...) %s(__activemask(), __VA_ARGS__)".formatted(old, present));
            }
          });
    }
    return lines.isEmpty()
        ? ""
        : "#pragma once\n"
            + "// '#pragma unroll' takes constants and no macros; warps vote with a mask.\n"
            + String.join("\n", lines)
            + "\n";
  }

  private String yaml(List<String> constants, boolean hasPrelude) {
    ImportedKernel.Code code = kernel.code();
    var sources = new ArrayList<String>();
    if (hasPrelude) {
      sources.add(PRELUDE);
    }
    for (Path source : code.sources()) {
      sources.add(
          kernel.data().containsKey(source.getFileName().toString())
              ? source.getFileName().toString()
              : folder.relativize(source).toString());
    }
    var flags = new ArrayList<>(code.flags());
    constants.forEach(name -> flags.add("-DEVO_%1$s={%1$s}".formatted(name)));
    // A parameter for the launch alone; as a flag it is known to be meant.
    kernel.space().parameters().stream()
        .map(Parameter::name)
        .filter(name -> !mentions(name))
        .forEach(name -> flags.add("-D%1$s={%1$s}".formatted(name)));
    if (mentions("kernel_tuner")) {
      flags.add("-Dkernel_tuner=1");
    }
    var yaml = new StringBuilder();
    line(
        yaml,
        "# Imported from %s by 'evo import'. The sources are where they were.",
        kernel.origin().getFileName());
    line(
        yaml,
        "summary: %s",
        Yaml.text(code.entry() + ", imported from " + kernel.origin().getFileName()));
    line(yaml, "backends:");
    line(yaml, "  %s:", code.backend());
    line(yaml, "    sources: %s", Yaml.list(sources));
    line(yaml, "    entry: %s", Yaml.text(code.entry()));
    if (!flags.isEmpty()) {
      line(yaml, "    flags: %s", Yaml.list(flags));
    }
    code.compiler().ifPresent(it -> line(yaml, "    compiler: %s", it));
    code.launch().ifPresent(it -> line(yaml, "    launch: %s", it.yaml()));
    reference(yaml);
    line(yaml, "parameters:");
    for (Parameter parameter : kernel.space().parameters()) {
      line(
          yaml,
          "  %s: [%s]",
          parameter.name(),
          parameter.values().stream().map(ImportedFolder::value).collect(Collectors.joining(", ")));
    }
    line(yaml, "default: %s", configuration(kernel.space().start()));
    if (!kernel.space().constraints().isEmpty()) {
      line(yaml, "constraints:");
      kernel
          .space()
          .constraints()
          .forEach((condition, reason) -> constraint(yaml, condition, reason));
    }
    macros(yaml);
    line(
        yaml,
        "# The sizes that the file names. Numbers among the arguments belong to this problem.");
    line(yaml, "shapes:");
    var shape = new LinkedHashMap<String, String>();
    kernel.shape().forEach((name, size) -> shape.put(name, size.toString()));
    line(yaml, "  problem: %s", Yaml.mapping(shape));
    line(yaml, "arguments:");
    kernel.arguments().forEach(argument -> line(yaml, "  - %s", Yaml.mapping(argument.entries())));
    tolerances(yaml);
    line(
        yaml,
        "# Unknown. Say what a launch has to do at the least, and reports have rates and limits.");
    line(yaml, "work: {flops: 0, bytes: 0}");
    return yaml.toString();
  }

  private void reference(StringBuilder yaml) {
    if (kernel.hasExpectedResults()) {
      line(yaml, "    # The results that came with the import.");
      line(yaml, "    reference: {command: [sh, -c, 'cp expected/*.npy \"$0\"']}");
    } else {
      line(
          yaml,
          "    # The kernel came without a reference. Its default configuration stands in for"
              + " one:");
      line(
          yaml,
          "    # what changes with the configuration shows, an error that all share does not.");
      line(yaml, "    reference: {configuration: %s}", configuration(kernel.space().start()));
    }
  }

  private static void constraint(StringBuilder yaml, String condition, String reason) {
    if (reason.isEmpty()) {
      line(yaml, "  - %s", Yaml.text(condition));
    } else {
      line(yaml, "  - {require: %s, because: %s}", Yaml.text(condition), Yaml.text(reason));
    }
  }

  /** What Kernel Tuner defines besides the parameters. */
  private void macros(StringBuilder yaml) {
    var macros = new LinkedHashMap<String, String>();
    kernel
        .code()
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
      line(yaml, "macros: %s", Yaml.mapping(macros));
    }
  }

  private void define(Map<String, String> macros, String name, String value) {
    boolean tuned = kernel.space().parameters().stream().anyMatch(it -> it.name().equals(name));
    boolean declared =
        Pattern.compile("#\\s*define\\s+" + name + "\\b|\\bint\\s+" + name + "\\b")
            .matcher(text)
            .find();
    if (!tuned && !declared && mentions(name)) {
      macros.put(name, Yaml.text(value));
    }
  }

  private boolean mentions(String word) {
    Matcher found = Pattern.compile("\\b" + word + "\\b").matcher(text);
    return found.find();
  }

  private void tolerances(StringBuilder yaml) {
    var tolerances = new LinkedHashMap<String, String>();
    for (T1Arguments.ImportedArgument argument : kernel.arguments()) {
      if (argument.isCompared() && argument.element().isFloating()) {
        tolerances.put(argument.element().label(), tolerance(argument.element()));
      }
    }
    if (!tolerances.isEmpty()) {
      line(yaml, "tolerances: %s", Yaml.mapping(tolerances));
    }
  }

  private String tolerance(ElementType type) {
    double usual =
        switch (type) {
          case F16, BF16 -> 1e-2;
          case F64 -> 1e-8;
          case F32, I8, I32, I64 -> 1e-4;
        };
    return String.format(
        Locale.ROOT,
        "{absolute: %s, relative: %s}",
        kernel.verification().tolerance().orElse(usual),
        usual);
  }

  private static String configuration(Configuration configuration) {
    var values = new LinkedHashMap<String, String>();
    configuration.values().forEach((name, value) -> values.put(name, value(value)));
    return Yaml.mapping(values);
  }

  private static String value(Value value) {
    return value instanceof Value.TextValue(String word) ? '"' + word + '"' : value.toString();
  }

  private static void line(StringBuilder yaml, String format, Object... values) {
    yaml.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static void remove(Path draft) throws IOException {
    if (Files.exists(draft)) {
      try (Stream<Path> files = Files.walk(draft)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }
}
