package dev.evokernel.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.ShippedSources;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassArchiveIT {

  private static final String FLAG = "-XX:AOTCache=";

  @TempDir Path folder;

  private Path archives() {
    return folder.resolve("archives");
  }

  private List<String> flags(Path java, String classPath) {
    return ClassArchive.flags(
        java, List.of(), classPath, Map.of(ClassArchive.FOLDER, archives().toString()));
  }

  /** In place of java: writes down that it ran, and makes what it is asked for or fails. */
  private Path script(String end) throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("java"),
            """
            #!/bin/sh
            echo run >> '%s'
            for one in "$@"; do
              case "$one" in -XX:AOTCacheOutput=*) echo made > "${one#*=}" ;; esac
            done
            %s
            """
                .formatted(folder.resolve("runs"), end));
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private long runs() throws IOException {
    Path runs = folder.resolve("runs");
    return Files.exists(runs) ? Files.readAllLines(runs).size() : 0;
  }

  private static String aJar() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> entry.endsWith(".jar"))
        .findFirst()
        .orElseThrow();
  }

  private String copyOfAJar() throws IOException {
    Path copy = folder.resolve("copy.jar");
    Files.copy(Path.of(aJar()), copy);
    return copy.toString();
  }

  @Test
  void flags_ofTheSameJars_makeOneArchiveOnce() throws IOException {
    Path java = script("exit 0");
    List<String> first = flags(java, aJar());

    assertThat(first).singleElement().asString().startsWith(FLAG);
    assertThat(Path.of(first.getFirst().substring(FLAG.length()))).hasContent("made");
    assertThat(flags(java, aJar())).isEqualTo(first);
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void flags_afterAJarChanged_makeAnother() throws IOException {
    Path java = script("exit 0");
    String jar = copyOfAJar();
    List<String> before = flags(java, jar);
    Files.setLastModifiedTime(Path.of(jar), FileTime.from(Instant.EPOCH));

    assertThat(flags(java, jar)).hasSize(1).isNotEqualTo(before);
    assertThat(runs()).isEqualTo(2);
  }

  @Test
  void flags_whenItCannotBeMade_areNoneAndItIsNotTriedAgain() throws IOException {
    Path java = script("exit 1");

    assertThat(flags(java, aJar())).isEmpty();
    assertThat(flags(java, aJar())).isEmpty();
    assertThat(runs()).isEqualTo(1);
  }

  @Test
  void flags_withoutAFolderOrJars_areNone() throws IOException {
    Path java = script("exit 0");
    Map<String, String> off = Map.of(ClassArchive.FOLDER, "off", "HOME", folder.toString());

    assertThat(ClassArchive.flags(java, List.of(), aJar(), off)).isEmpty();
    assertThat(ClassArchive.flags(java, List.of(), aJar(), Map.of())).isEmpty();
    assertThat(flags(java, folder.toString())).isEmpty();
    assertThat(flags(java.resolveSibling("runtime/bin/java"), copyOfAJar())).isEmpty();
    assertThat(runs()).isZero();
  }

  /** The module as a jar, also where its classes are in a folder. */
  private Path runtimeJar() throws IOException, URISyntaxException {
    Path classes =
        Path.of(ClassArchive.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    if (!Files.isDirectory(classes)) {
      return classes;
    }
    Path jar = folder.resolve("runtime.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  @Tag("full")
  @Test
  void flags_ofThisClassPath_letAJvmLoadFromTheArchive()
      throws IOException, InterruptedException, URISyntaxException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String libraries = LaunchSpec.ofThisJvm(folder.resolve("logs")).classPath();
    String classPath = runtimeJar() + File.pathSeparator + libraries;
    Path loaded = folder.resolve("loaded");
    var command = new ArrayList<>(List.of(java.toString()));
    command.addAll(flags(java, classPath));
    command.addAll(
        List.of(
            "-Xlog:class+load:file=" + loaded,
            "-cp",
            classPath,
            ClassTraining.class.getName(),
            ShippedSources.training(folder).toString(),
            folder.resolve("cache").toString()));

    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(loaded)
        .content()
        .containsPattern("dev.evokernel.worker.serve.RequestServer source: shared objects file")
        .containsPattern("dev.evokernel.worker.serve.EvaluationEngine source: shared objects file")
        .containsPattern("dev.evokernel.kernel.read.VariantReader source: shared objects file")
        .containsPattern("MemberReader\\$\\$Lambda/\\w+ source: shared objects file");
  }
}
