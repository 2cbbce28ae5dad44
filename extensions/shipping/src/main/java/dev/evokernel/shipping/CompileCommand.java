package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.tuning.device.BadInputException;

/**
 * Compiler command lines for the package's sources. Flags match the run's; paths differ.
 *
 * @param root the folder with the run's copies of the kernel and of the kernels whose files it uses
 */
record CompileCommand(Shipment shipment, Path root) {

  private static final String SOURCES = "sources";
  private static final Pattern PATH = Pattern.compile("(-[A-Za-z-]+?=?)?(/.*)");

  /** Folder of headers that every machine with the compiler has. */
  private static final Path SYSTEM = Path.of("/usr");

  /**
   * Path of a source, relative to the package's folder. A header of a folder on the search path has
   * that folder's number in the path.
   *
   * @throws BadInputException if a source names the file by a path that a package cannot have
   */
  String file(Path source) {
    Path base = source.startsWith(root) ? root : searched(source).orElse(null);
    if (base == null) {
      throw new BadInputException(
          "A package cannot have %s, which a source includes by a path outside the kernel's folder. Copy the file beside the source and include it by its name, then run again."
              .formatted(source));
    }
    String folder = base.equals(root) ? SOURCES : SOURCES + "/include-" + number(base);
    return folder + "/" + base.relativize(source).toString().replace('\\', '/');
  }

  /** Whether a file belongs into the package; system headers do not. */
  boolean isShipped(Path file) {
    return !file.startsWith(SYSTEM) || searched(file).isPresent();
  }

  /** Folders of {@code -I} that a configuration's compilation searches, absolute. */
  List<Path> searchPath(ShippedConfiguration shipped) {
    return shipped.source().flags().stream()
        .filter(flag -> flag.startsWith("-I"))
        .map(flag -> shipped.kernel().folder().resolve(flag.substring(2)).toAbsolutePath())
        .map(Path::normalize)
        .toList();
  }

  private Optional<Path> searched(Path file) {
    return foreign().stream().filter(file::startsWith).findFirst();
  }

  private int number(Path folder) {
    return foreign().indexOf(folder) + 1;
  }

  /** Folders on a search path that neither the run's copy nor the system has. */
  private List<Path> foreign() {
    return shipment.compiled().stream()
        .flatMap(shipped -> searchPath(shipped).stream())
        .filter(folder -> !folder.startsWith(root) && !folder.startsWith(SYSTEM))
        .distinct()
        .toList();
  }

  /** A flag of the run for the package's folder. */
  private String shippedFlag(String flag, ShippedConfiguration shipped) {
    if (flag.startsWith("-I")) {
      Path folder =
          shipped.kernel().folder().resolve(flag.substring(2)).toAbsolutePath().normalize();
      if (!Files.isDirectory(folder)) {
        throw new BadInputException(
            "The flag '%s' names no folder relative to the kernel's, so a package cannot have its headers. Name the folder from there, or absolute, then run again."
                .formatted(flag));
      }
      return folder.startsWith(SYSTEM)
          ? flag
          : folder.startsWith(root)
              ? "-I" + file(folder)
              : "-I" + SOURCES + "/include-" + number(folder);
    }
    Matcher path = PATH.matcher(flag);
    if (path.matches()
        && Files.exists(Path.of(path.group(2)))
        && !Path.of(path.group(2)).startsWith(SYSTEM)) {
      throw new BadInputException(
          "A package cannot have the file of the flag '%s'. Copy the file into the kernel's folder and name it among the 'sources', then run again."
              .formatted(flag));
    }
    return flag;
  }

  /** Flags that determine the binary, without the compiler's name and file names. */
  List<String> flags(ShippedConfiguration shipped, ShippedBinary binary) {
    Source source = shipped.source();
    var flags = new ArrayList<String>();
    if (shipment.isCuda()) {
      flags.addAll(List.of("-cubin", "--std=c++17", "-lineinfo"));
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
    // Taking the address instantiates the template.
    return source.entry().contains("<")
        ? includes
            + "\nextern const void* const evo_entry;\nconst void* const evo_entry = (const void*)(%s);\n"
                .formatted(source.entry())
        : includes;
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
    words.addAll(flags(shipped, binary));
    words.addAll(units(shipped));
    if (!shipment.isCuda()) {
      words.add("-lm");
    }
    words.addAll(List.of("-o", shipment.file(binary)));
    return words;
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
}
