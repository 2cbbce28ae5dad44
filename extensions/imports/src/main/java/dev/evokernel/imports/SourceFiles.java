package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Parameter;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.tuning.BadInputException;

/**
 * Sources of a new kernel, their headers, and the folders that were searched for these.
 *
 * @param named absolute paths, the kernel's first
 */
record SourceFiles(Language language, List<Path> named, List<Path> folders, Set<Path> all) {

  /**
   * Beginning of the macro for a template's argument, whose own name would replace the source's.
   */
  static final String MACRO = "EVO_";

  private static final Pattern INCLUDE =
      Pattern.compile("(?m)^\\s*#\\s*include\\s+([\"<])([\\w./+-]+)[\">]");

  /** Headers that come with compilers and the CUDA toolkit. */
  private static final Pattern STANDARD =
      Pattern.compile(
          "\\w+|(cub|thrust|cuda|hip\\w*|roc\\w*)/.*|(std\\w+|assert|complex|ctype|errno|fenv|float|inttypes|limits|locale|math|string\\w*"
              + "|setjmp|signal|tgmath|threads|time|wchar|unistd|omp|malloc|\\w+intrin|sys/.*|dirent"
              + "|fcntl|arpa/.*|cu[a-z]+\\w*|cooperative_groups.*|mma|nv\\w+"
              + "|math_constants|\\w+_types|device_\\w+|channel_descriptor|library_types)\\.(h|hpp|cuh)");

  private static final List<String> MACHINE =
      List.of("/usr/include", "/usr/local/include", "/usr/local/cuda/include");

  static SourceFiles of(List<Path> sources, List<Path> folders) {
    String name = String.valueOf(sources.getFirst().getFileName());
    List<Path> named = sources.stream().map(source -> source.toAbsolutePath().normalize()).toList();
    List<Path> searched = folders.stream().map(each -> each.toAbsolutePath().normalize()).toList();
    named.forEach(SourceFiles::read);
    var all = new LinkedHashSet<Path>();
    named.forEach(source -> all.addAll(DistantSources.withIncluded(source, searched)));
    Language language =
        Language.of(name, read(named.getFirst()))
            .orElseThrow(
                () ->
                    new BadInputException(
                        "Unknown kind of source '%s'. Name a C or C++ (.c, .cpp), CUDA (.cu), OpenCL C (.cl) or Triton (.py) file, or a header with the kernel (.h, .hpp, .cuh)."
                            .formatted(name)));
    return new SourceFiles(language, named, searched, all);
  }

  private static String read(Path source) {
    try {
      return new String(Files.readAllBytes(source), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new BadInputException("Cannot read '%s'.".formatted(source));
    }
  }

  /** Text of the sources behind that of their headers, which can define macros and types. */
  String text() {
    return Stream.concat(
            all.stream().filter(file -> !named.contains(file)),
            named.stream().toList().reversed().stream())
        .map(SourceFiles::read)
        .collect(Collectors.joining("\n"));
  }

  /** Innermost folder that contains all files and the folders in which some lie. */
  Path home() {
    Path home = Objects.requireNonNull(all.iterator().next().getParent());
    for (Path file : all) {
      while (!file.startsWith(home)) {
        home = Objects.requireNonNull(home.getParent());
      }
    }
    for (Path folder : used()) {
      while (!folder.startsWith(home)) {
        home = Objects.requireNonNull(home.getParent());
      }
    }
    return home;
  }

  private List<Path> used() {
    return folders.stream()
        .filter(folder -> all.stream().anyMatch(file -> file.startsWith(folder)))
        .toList();
  }

  /** Names in the kernel's folder, the wrapper in place of what it includes. */
  List<String> sources(Optional<Function> wrapped) {
    List<String> names = named.stream().map(file -> home().relativize(file).toString()).toList();
    return wrapped.isEmpty()
        ? names
        : Stream.concat(
                Stream.of(wrapper()),
                names.stream().filter(name -> !name.equals(included(wrapped.get()))))
            .toList();
  }

  List<String> flags() {
    return used().stream()
        .map(folder -> home().relativize(folder).toString())
        .map(folder -> "-I" + (folder.isEmpty() ? "." : folder))
        .toList();
  }

  /** Headers that were not found, with the first file that includes each. */
  SequencedMap<String, String> missing() {
    var missing = new LinkedHashMap<String, String>();
    for (Path file : all) {
      INCLUDE
          .matcher(read(file))
          .results()
          .filter(include -> !isFound(file, include.group(1).equals("\""), include.group(2)))
          .forEach(
              include -> missing.putIfAbsent(include.group(2), String.valueOf(file.getFileName())));
    }
    return missing;
  }

  private boolean isFound(Path file, boolean isBeside, String name) {
    return (isBeside && Files.isRegularFile(file.resolveSibling(name)))
        || folders.stream().anyMatch(folder -> Files.isRegularFile(folder.resolve(name)))
        || STANDARD.matcher(name).matches()
        || MACHINE.stream().anyMatch(folder -> Files.isRegularFile(Path.of(folder, name)));
  }

  /** Whether a function needs a wrapper that makes it visible to evo. */
  boolean needsWrapper(Function function) {
    return language == Language.CPP
        || (language == Language.C
            && (function.isHidden()
                || !function.returns().isEmpty()
                || Language.isHeader(included(function))));
  }

  private String wrapper() {
    return language == Language.CPP ? "evo_entry.cpp" : "evo_entry.c";
  }

  private String included(Function function) {
    return named.stream()
        .filter(file -> read(file).matches("(?s).*\\b" + function.simpleName() + "\\s*\\(.*"))
        .findFirst()
        .map(file -> home().relativize(file).toString())
        .orElse(home().relativize(named.getFirst()).toString());
  }

  /**
   * Writes the wrapper, which instantiates a template and writes a returned value to the last
   * parameter.
   *
   * @param arguments of the template, by name; a parameter in braces is a macro of this name
   */
  void write(Path folder, Function function, Map<String, String> arguments) throws IOException {
    String linkage = language == Language.CPP ? "extern \"C\" " : "";
    List<Parameter> all =
        function.parameters().stream()
            .filter(parameter -> parameter.kind() != SourceOutline.Kind.SYMBOL)
            .toList();
    List<Parameter> passed = function.returns().isEmpty() ? all : all.subList(0, all.size() - 1);
    String parameters = all.stream().map(Parameter::written).collect(Collectors.joining(", "));
    var values = new ArrayList<String>();
    for (Map.Entry<String, String> argument : arguments.entrySet()) {
      String value = argument.getValue().replaceAll("\\{(\\w+)}", MACRO + "$1");
      values.add(value);
      parameters = parameters.replaceAll("\\b" + argument.getKey() + "\\b", value);
    }
    Files.writeString(
        folder.resolve(wrapper()),
        """
        // Lets evo call '%s'.
        #include "%s"
        %svoid %s(%s) { %s%s%s(%s); }
        """
            .formatted(
                function.name(),
                included(function),
                linkage,
                entry(function),
                parameters,
                function.returns().isEmpty() ? "" : "*returned = ",
                function.name(),
                values.isEmpty() ? "" : values.stream().collect(Collectors.joining(", ", "<", ">")),
                passed.stream().map(Parameter::name).collect(Collectors.joining(", "))));
  }

  String entry(Function function) {
    return needsWrapper(function) ? function.simpleName() + "_entry" : function.name();
  }
}
