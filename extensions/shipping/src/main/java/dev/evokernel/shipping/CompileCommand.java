package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Source;
import dev.evokernel.tuning.BadInputException;

/**
 * Compiler command lines for the package's sources. Flags match the run's; paths differ.
 *
 * @param root the folder with the run's copies of the kernel and of the kernels whose files it uses
 */
record CompileCommand(Shipment shipment, Path root) {

  private static final String SOURCES = "sources";
  private static final Pattern PATH = Pattern.compile("(-I|-[A-Za-z-]+?=?(?=/)|(?=/))(.+)");

  private static final Path SYSTEM = Path.of("/usr");

  /**
   * Path of a file or folder in the package. What lies on the search path has the number of that
   * folder in the path.
   *
   * @throws BadInputException if the package cannot have the file
   */
  String file(Path source) {
    List<Path> bases = Stream.concat(Stream.of(root), searched()).distinct().toList();
    return bases.stream()
        .filter(source::startsWith)
        .findFirst()
        .map(
            base ->
                (base.equals(root) ? SOURCES : SOURCES + "/include-" + bases.indexOf(base))
                    + ("/" + base.relativize(source)).replace('\\', '/'))
        .orElseThrow(
            () ->
                refused(
                    source,
                    "which a source includes by an absolute path. Copy the file beside the source and include it by its name"));
  }

  /** Whether a file belongs into the package; system headers do not. */
  boolean isShipped(Path file) {
    return !file.startsWith(SYSTEM) || searched().anyMatch(file::startsWith);
  }

  /** Folders of {@code -I} that a configuration's compilation searches, absolute. */
  List<Path> searchPath(ShippedConfiguration shipped) {
    return shipped.source().flags().stream()
        .filter(flag -> flag.startsWith("-I"))
        .map(flag -> shipped.kernel().folder().resolve(flag.substring(2)).toAbsolutePath())
        .map(Path::normalize)
        .toList();
  }

  /** Folders on a search path that neither the run's copy nor the system has. */
  private Stream<Path> searched() {
    return shipment.compiled().stream()
        .flatMap(shipped -> searchPath(shipped).stream())
        .filter(folder -> !folder.startsWith(root) && !folder.startsWith(SYSTEM));
  }

  private String shippedFlag(String flag, ShippedConfiguration shipped) {
    Matcher path = PATH.matcher(flag);
    if (!path.matches()) {
      return flag;
    }
    Path named = shipped.kernel().folder().resolve(path.group(2)).toAbsolutePath().normalize();
    boolean isFolder = flag.startsWith("-I");
    if (named.startsWith(SYSTEM) || (!isFolder && !Files.exists(named))) {
      return flag;
    }
    if (!isFolder || !Files.isDirectory(named)) {
      throw refused(
          named,
          "which the flag '%s' names. Copy it into the kernel's folder and name it from there"
              .formatted(flag));
    }
    return "-I" + file(named);
  }

  private static BadInputException refused(Path file, String why) {
    return new BadInputException("A package cannot have %s, %s, then run again.", file, why);
  }

  /** Flags that determine the binary, without the compiler's name and file names. */
  List<String> flags(ShippedConfiguration shipped, ShippedBinary binary) {
    Source source = shipped.source();
    var flags = new ArrayList<String>();
    if (shipment.isCuda()) {
      flags.add("-cubin");
      flags.addAll(Compiler.standardOfCpp(source.flags()));
      flags.add("-lineinfo");
      source.files().stream().map(file -> "-I" + folder(file(file))).distinct().forEach(flags::add);
    } else {
      flags.addAll(List.of("-shared", "-fPIC", "-std=gnu11", "-Wl,-z,defs"));
    }
    source.flags().forEach(flag -> flags.add(shippedFlag(flag, shipped)));
    Configuration macros = shipped.macros().and(binary.macros());
    macros.values().entrySet().stream()
        .map(macro -> "-D" + macro.getKey() + "=" + macro.getValue().macro())
        .sorted()
        .forEach(flags::add);
    return flags;
  }

  List<String> units(ShippedConfiguration shipped) {
    return shipment.isCuda()
        ? List.of(unit(shipped))
        : shipped.kernel().source().files().stream().map(this::file).toList();
  }

  /** File that nvcc compiles for a configuration; it includes the sources in order. */
  String unit(ShippedConfiguration shipped) {
    return SOURCES + "/" + shipment.word() + "-" + shipped.position() + ".cu";
  }

  String unitText(ShippedConfiguration shipped) {
    Source source = shipped.source();
    String includes =
        source.files().stream()
            .map(file -> "#include \"%s\"\n".formatted(file(file).substring(SOURCES.length() + 1)))
            .collect(Collectors.joining());
    // Taking the addresses instantiates the templates.
    String templates =
        source.entries().stream()
            .filter(entry -> entry.contains("<"))
            .distinct()
            .map(entry -> "(const void*)(" + entry + ")")
            .collect(Collectors.joining(", "));
    return templates.isEmpty()
        ? includes
        : includes
            + "\nextern const void* const evo_entries[];\nconst void* const evo_entries[] = {%s};\n"
                .formatted(templates);
  }

  /**
   * Full command line, to run in the package's folder. Empty if the kernel's build program made the
   * binary.
   */
  List<String> words(ShippedConfiguration shipped, ShippedBinary binary) {
    if (shipped.isBuilt()) {
      return List.of();
    }
    var words = new ArrayList<String>();
    words.add(shipment.isCuda() ? "nvcc" : "cc");
    if (shipment.isCuda()) {
      words.add("--gpu-architecture=" + architecture());
    }
    words.addAll(arguments(shipped, binary));
    words.addAll(List.of("-o", shipment.file(binary)));
    return words;
  }

  private List<String> arguments(ShippedConfiguration shipped, ShippedBinary binary) {
    return Stream.of(
            flags(shipped, binary),
            units(shipped),
            shipment.isCuda() ? List.<String>of() : List.of("-lm"))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Target architecture, for example {@code sm_90a}: from {@code kernel.yaml}, otherwise the
   * device's with its architecture-specific features.
   */
  String architecture() {
    String declared = shipment.kernel().source().architecture();
    if (!declared.isEmpty()) {
      return declared;
    }
    String known = shipment.history().run().provenance().architecture().orElse("sm_80");
    return known.matches("sm_(9|1\\d)\\d") ? known + "a" : known;
  }

  private static String folder(String file) {
    return Objects.requireNonNull(Path.of(file).getParent()).toString().replace('\\', '/');
  }

  /**
   * The text of {@code CMakeLists.txt}: a target {@code evo::<kernel>} for builds to link.
   *
   * @param sources all sources, relative to the package's folder
   */
  String cmake(SortedSet<String> sources) {
    var texts = new LinkedHashMap<String, String>();
    texts.put("NAME", DispatchHeader.prefix(shipment));
    texts.put("MACRO", DispatchHeader.macro(shipment));
    texts.put("KERNEL", shipment.word());
    texts.put("RUN", shipment.history().run().id());
    texts.put("PREBUILT", shipment.isBuilt() || (shipment.isCuda() && allThere()) ? "ON" : "OFF");
    texts.put("ARCHITECTURE", architecture());
    texts.put(
        "TOOLS",
        ProgramText.filled(shipment.isCuda() ? "tools.cuda.cmake" : "tools.cpu.cmake", texts));
    texts.put("LIBRARIES", shipment.isCuda() ? "CUDA::cuda_driver m" : "${CMAKE_DL_LIBS} m");
    texts.put(
        "SOURCES",
        sources.stream()
            .map(source -> "    " + quoted(source) + "\n")
            .collect(Collectors.joining()));
    texts.put(
        "BINARIES",
        (shipment.isBuilt() ? unbuildable() : "")
            + shipment.compiled().stream()
                .flatMap(
                    shipped -> shipped.binaries().stream().map(binary -> call(shipped, binary)))
                .collect(Collectors.joining()));
    return ProgramText.filled("CMakeLists.txt", texts);
  }

  private String unbuildable() {
    return "  message(FATAL_ERROR \"CMake cannot build '%s': its own build program made binaries. Set %s_PREBUILT.\")\n"
        .formatted(shipment.word(), DispatchHeader.macro(shipment));
  }

  private boolean allThere() {
    return shipment.binaries().allMatch(binary -> binary.compiled().isPresent());
  }

  private String call(ShippedConfiguration shipped, ShippedBinary binary) {
    return "  %s_binary(%s\n    %s)\n"
        .formatted(
            DispatchHeader.prefix(shipment),
            quoted(shipment.file(binary)),
            arguments(shipped, binary).stream()
                .map(CompileCommand::quoted)
                .collect(Collectors.joining(" ")));
  }

  private static String quoted(String word) {
    return "\"" + word.replaceAll("[\\\\\"$;]", "\\\\$0") + "\"";
  }
}
