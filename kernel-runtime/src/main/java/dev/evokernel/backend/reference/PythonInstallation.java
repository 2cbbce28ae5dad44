package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.ArrayProgram;

/**
 * The Python that {@code python3} starts and the packages that it can import, as far as its folders
 * show them. Python is not started, so that kept arrays cost no start.
 *
 * @param environment with PATH, HOME and PYTHONPATH
 */
record PythonInstallation(Map<String, String> environment) {

  static final String COMMAND = "python3";

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
    var roots = new TreeSet<>(List.of(Path.of("/usr"), Path.of("/usr/local")));
    roots.add(Path.of(environment.getOrDefault("HOME", "/"), ".local"));
    Optional<Path> program =
        folders("PATH")
            .map(folder -> folder.resolve(COMMAND))
            .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
            .findFirst();
    if (program.isPresent()) {
      Path real = program.get().toRealPath();
      sha.add(real + " " + Files.size(real) + " " + Files.getLastModifiedTime(real));
      roots.add(program.get().resolve("../..").normalize());
      roots.add(real.resolve("../..").normalize());
    }
    var folders = folders("PYTHONPATH").collect(Collectors.toCollection(TreeSet::new));
    for (Path root : roots) {
      for (Path python : listed(root.resolve("lib"), "python3*")) {
        folders.addAll(listed(python, "*-packages"));
      }
    }
    for (Path folder : folders) {
      sha.add(folder.toString());
      // The names of these folders have the package's name and version.
      listed(folder, "*.{dist,egg}-info").forEach(found -> sha.add(found.toString()));
    }
    return sha.hex();
  }

  private Stream<Path> folders(String variable) {
    return Arrays.stream(environment.getOrDefault(variable, "").split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .map(Path::of);
  }

  private static SortedSet<Path> listed(Path folder, String glob) throws IOException {
    var listed = new TreeSet<Path>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, glob)) {
        found.forEach(listed::add);
      }
    }
    return listed;
  }
}
