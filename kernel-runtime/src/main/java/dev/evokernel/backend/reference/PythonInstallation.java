package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.data.ArrayProgram;

/**
 * The Python that {@code python3} starts and the packages that it can import, as far as its folders
 * show them. Python is not started, so that kept arrays cost no start.
 *
 * @param environment with PATH, HOME and PYTHONPATH
 */
record PythonInstallation(Map<String, String> environment) {

  /** The word that starts Python. */
  static final String COMMAND = "python3";

  /** Folders of distributions: their names have the package's name and version. */
  private static final Set<String> DISTRIBUTIONS = Set.of(".dist-info", ".egg-info");

  /** Words of a program, and the Python that calls a function. */
  static List<String> identity(ArrayProgram program) throws IOException {
    var identity = new ArrayList<>(program.words());
    if (program.function().isPresent()) {
      identity.add(new PythonInstallation(System.getenv()).digest());
    }
    return identity;
  }

  /**
   * Digest of Python's program and of the names and versions of all packages.
   *
   * @throws IOException if a folder cannot be read
   */
  String digest() throws IOException {
    var sha = new Sha256();
    var prefixes = new LinkedHashSet<Path>();
    Optional<Path> program = program();
    if (program.isPresent()) {
      Path real = program.get().toRealPath();
      sha.add(real + " " + Files.size(real) + " " + Files.getLastModifiedTime(real));
      prefix(program.get()).ifPresent(prefixes::add);
      prefix(real).ifPresent(prefixes::add);
    }
    prefixes.add(Path.of("/usr"));
    prefixes.add(Path.of("/usr/local"));
    prefixes.add(Path.of(environment.getOrDefault("HOME", "/"), ".local"));
    var packages = new TreeSet<String>();
    for (Path prefix : prefixes) {
      for (Path python : children(prefix.resolve("lib"), name -> name.startsWith("python3"))) {
        for (Path folder : children(python, name -> name.endsWith("-packages"))) {
          packages.addAll(distributions(folder));
        }
      }
    }
    for (String folder : environment.getOrDefault("PYTHONPATH", "").split(":", -1)) {
      if (!folder.isEmpty()) {
        packages.add(folder);
        packages.addAll(distributions(Path.of(folder)));
      }
    }
    packages.forEach(sha::add);
    return sha.hex();
  }

  private Optional<Path> program() {
    return Arrays.stream(environment.getOrDefault("PATH", "").split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, COMMAND))
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .findFirst();
  }

  /** The folder above {@code bin}, with the libraries of this Python. */
  private static Optional<Path> prefix(Path program) {
    return Optional.ofNullable(program.getParent()).map(Path::getParent);
  }

  private static List<String> distributions(Path folder) throws IOException {
    return children(folder, name -> DISTRIBUTIONS.stream().anyMatch(kind -> name.endsWith(kind)))
        .stream()
        .map(Path::toString)
        .toList();
  }

  private static List<Path> children(Path folder, Predicate<String> chosen) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children.filter(child -> chosen.test(child.getFileName().toString())).toList();
    }
  }
}
