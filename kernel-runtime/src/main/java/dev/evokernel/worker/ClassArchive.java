package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.file.Draft;
import dev.evokernel.kernel.ShippedSources;
import java.util.jar.Attributes;

/**
 * An AOT cache for the JVMs of workers: their classes, loaded and linked. An archive halves the
 * processor time of a start.
 *
 * <p>An archive belongs to a JVM and to the jars of a class path, which are compared by name, size
 * and modification time. A separate process makes the archive when a JVM first meets a class path.
 * The JVM ignores an archive that does not fit and starts slower, so no failure here fails a run. A
 * complete archive is renamed into place. A process that finds another one making an archive waits
 * for it.
 *
 * <p>The folder is {@code evo/classes} in the user's cache folder, or the value of {@code
 * EVO_CLASSES}. The value {@code off} disables archives.
 */
record ClassArchive(Path java, List<String> jvmFlags, String classPath, Path folder) {

  static final String FOLDER = "EVO_CLASSES";
  private static final String OFF = "off";

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration KEPT = Duration.ofDays(30);

  ClassArchive {
    jvmFlags = List.copyOf(jvmFlags);
    folder = folder.toAbsolutePath();
  }

  /**
   * Makes the archive if it is missing, and returns the flags that let a JVM start from it. Returns
   * no flags if evo is not in a jar.
   *
   * @param classPath jars before folders: the JVM archives no classes of folders, and accepts
   *     folders only behind the archived jars
   */
  static List<String> flags(
      Path java, List<String> jvmFlags, String classPath, Map<String, String> environment) {
    try {
      List<Path> jars = jars(classPath);
      Optional<Path> folder = folder(environment);
      if (folder.isEmpty() || jars.isEmpty()) {
        return List.of();
      }
      var archive = new ClassArchive(java, jvmFlags, withoutFolders(classPath), folder.get());
      Path file = archive.folder.resolve(archive.key(jars) + ".aot");
      if (!Files.exists(file)) {
        makeOnce(archive, file);
      }
      return Files.size(file) > 0 ? List.of("-XX:AOTCache=" + file) : List.of();
    } catch (IOException slowerThen) {
      return List.of();
    }
  }

  private static Optional<Path> folder(Map<String, String> environment) {
    String named = environment.getOrDefault(FOLDER, "");
    if (!named.isEmpty()) {
      return named.equals(OFF) ? Optional.empty() : Optional.of(Path.of(named));
    }
    String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    String home = environment.getOrDefault("HOME", "");
    return cache.isEmpty() && home.isEmpty()
        ? Optional.empty()
        : Optional.of(
            (cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache)).resolve("evo/classes"));
  }

  /** Lists the jars of a class path and the jars that their manifests name. */
  static List<Path> jars(String classPath) throws IOException {
    var jars = new ArrayList<Path>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      if (path.endsWith("*") && Files.isDirectory(path.resolveSibling(""))) {
        try (Stream<Path> files = Files.list(path.resolveSibling(""))) {
          files.filter(ClassArchive::isJar).sorted().forEach(jars::add);
        }
      } else if (isJar(path)) {
        jars.add(path);
        named(path).map(path::resolveSibling).filter(ClassArchive::isJar).forEach(jars::add);
      }
    }
    return jars.stream().map(jar -> jar.toAbsolutePath().normalize()).distinct().toList();
  }

  private static String withoutFolders(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator, -1))
        .filter(entry -> !Files.isDirectory(Path.of(entry)))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static boolean isJar(Path path) {
    return path.toString().endsWith(".jar") && Files.isRegularFile(path);
  }

  private static Stream<String> named(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      return Optional.ofNullable(file.getManifest())
          .map(Manifest::getMainAttributes)
          .map(attributes -> attributes.getValue(Attributes.Name.CLASS_PATH))
          .stream()
          .flatMap(names -> Stream.of(names.split(" ", -1)))
          .filter(name -> name.endsWith(".jar"));
    }
  }

  private String key(List<Path> jars) throws IOException {
    var key = new StringBuilder().append(java).append(Runtime.version()).append(jvmFlags);
    for (Path jar : jars) {
      key.append(jar).append(Files.size(jar)).append(Files.getLastModifiedTime(jar));
    }
    return UUID.nameUUIDFromBytes(key.toString().getBytes(StandardCharsets.UTF_8)).toString();
  }

  private static synchronized void makeOnce(ClassArchive archive, Path file) throws IOException {
    Files.createDirectories(archive.folder);
    try (var channel =
            FileChannel.open(
                archive.folder.resolve("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      if (!Files.exists(file)) {
        archive.make(file);
      }
    }
  }

  /** Makes the archive. A failure leaves an empty file, which prevents another attempt. */
  private void make(Path file) throws IOException {
    try (Draft made = Draft.in(folder);
        Draft scratch = Draft.in(folder)) {
      Process process = train(made.path(), ShippedSources.training(scratch.path()), scratch.path());
      if (!process.waitFor(LIMIT.toNanos(), TimeUnit.NANOSECONDS)) {
        process.destroyForcibly();
      }
      if (!Files.exists(made.path()) || process.isAlive() || process.exitValue() != 0) {
        Files.write(made.path(), new byte[0]);
      }
      Files.move(made.path(), file, StandardCopyOption.ATOMIC_MOVE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("The class archive was not completed.", e);
    }
    tidy();
  }

  private Process train(Path made, Path kernel, Path cache) throws IOException {
    var command = new ArrayList<>(List.of(java.toString()));
    command.addAll(jvmFlags);
    command.addAll(
        List.of(
            "-XX:AOTCacheOutput=" + made,
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTRecordTraining",
            "-cp",
            classPath,
            ClassTraining.class.getName(),
            kernel.toString(),
            cache.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private void tidy() throws IOException {
    Draft.tidy(folder);
    Instant old = Instant.now().minus(KEPT);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(path -> path.toString().matches(".*\\.(aot|jsa)")).toList()) {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
