package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher in a folder like a bundle's, with a {@code java} that says what it is given. */
final class LauncherIT {

  @TempDir private Path folder;

  @BeforeEach
  void unpack() throws IOException {
    Files.copy(Path.of("../evo"), folder.resolve("evo"));
    write("runtime/bin/java", "#!/bin/sh\necho java \"$@\"\n");
    for (String program : List.of("evo", "runtime/bin/java")) {
      Files.setPosixFilePermissions(
          folder.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    write("runtime/release", "JAVA_VERSION=\"25.0.1\"\n");
    write("lib/evo.jar", "");
    write("start/release", "JAVA_VERSION=\"25.0.1\"\n");
    write("start/version", "evo 1\nJava 25\n");
    write("docs/help.txt", "Usage: evo\n\nand so on\n");
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private String evo(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(folder.resolve("evo").toString()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("EVO_JAVA_OPTIONS", "NO_COLOR"));
    Process process = builder.start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  @Test
  void version_andHelp_areAnsweredWithoutAJvm() throws IOException, InterruptedException {
    assertThat(evo("--version")).isEqualTo(evo("-V")).isEqualTo("evo 1\nJava 25\n");
    assertThat(evo("--help")).isEqualTo(evo("-h")).isEqualTo("Usage: evo\n\nand so on\n");
    assertThat(evo("--version", "show")).startsWith("java ");
    assertThat(evo("run", "--help")).startsWith("java ");
  }

  @ParameterizedTest
  @CsvSource({"leaderboard,true", "show,true", "run,false", "bench,false", "doctor,false"})
  void command_thatIsShort_runsOnTheQuickerCompiler(String command, boolean isShort)
      throws IOException, InterruptedException {
    assertThat(evo(command).contains("-XX:TieredStopAtLevel=1")).isEqualTo(isShort);
  }

  @Test
  void command_withAClassArchive_isGivenIt() throws IOException, InterruptedException {
    assertThat(evo("show")).doesNotContain("AOTCache");
    write("start/classes.aot", "classes");
    assertThat(evo("show")).contains("-XX:AOTCache=" + folder + "/start/classes.aot ");
    assertThat(evo("run")).contains("-XX:AOTCache=" + folder + "/start/classes.aot ");
  }

  /** So that a command in a message works from another folder. */
  @Test
  void command_isToldHowTheLauncherWasCalled() throws IOException, InterruptedException {
    assertThat(evo("run")).contains(" -Devo.launcher=" + folder.resolve("evo") + " ");
    assertThat(shell("cd " + folder + " && ./evo run"))
        .contains(" -Devo.launcher=" + folder.resolve("evo") + " ");
    assertThat(shell("cd / && PATH=" + folder + ":$PATH && evo run"))
        .contains(" -Devo.launcher=evo ");
  }

  /** A tree without anything built answers from its files; its sources are not there to build. */
  @Test
  void helpAndVersion_ofATreeThatIsNotBuilt_buildNothing(@TempDir Path tree)
      throws IOException, InterruptedException {
    Files.createDirectories(tree.resolve("docs"));
    Files.copy(Path.of("../evo"), tree.resolve("evo"));
    Files.writeString(tree.resolve("docs/help.txt"), "Usage: evo\n");
    Files.writeString(tree.resolve("pom.xml"), "<project>\n  <version>1.2</version>\n</project>\n");
    assertThat(shell("bash " + tree.resolve("evo") + " --help")).isEqualTo("Usage: evo\n");
    assertThat(shell("bash " + tree.resolve("evo") + " -V")).isEqualTo("evo 1.2\n");
    assertThat(tree.resolve("extensions")).doesNotExist();
  }

  /** The default Java is too old, and a JDK 25 lies in the user's home. */
  @Test
  void tests_runOnTheJdkThatTheLauncherFinds(@TempDir Path tree)
      throws IOException, InterruptedException {
    Path jdk = tree.resolve("home/.jdks/jdk-25");
    for (Path file :
        List.of(
            tree.resolve("evo"),
            tree.resolve(".ci/test"),
            tree.resolve("bin/mvn"),
            jdk.resolve("bin/javac"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "#!/bin/sh\necho $JAVA_HOME mvn $*\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    for (String script : List.of("evo", ".ci/test")) {
      Files.writeString(tree.resolve(script), Files.readString(Path.of("..", script)));
    }
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    String environment = "cd / && HOME=%1$s/home PATH=%1$s/bin:$PATH ".formatted(tree);
    assertThat(shell(environment + "EVO_JAVA_HOME=" + jdk + " " + tree + "/.ci/test -q validate"))
        .isEqualTo(jdk + " mvn verify -q validate\n");
    String found = shell(environment + "JAVA_HOME=/nowhere " + tree + "/.ci/test -Pci").strip();
    assertThat(found).endsWith(" mvn verify -Pci").doesNotStartWith("/nowhere");
    assertThat(Path.of(found.split(" ", -1)[0], "release")).content().contains("JAVA_VERSION=\"25");
  }

  @Test
  void run_whoseProcessDies_isResumedOnce() throws IOException, InterruptedException {
    write("runtime/bin/java", DYING);
    assertThat(ended("run k --seed 3", 139))
        .contains(
            "its process died of SIGSEGV", "evo run --resume r1 --results a b", "last words: ")
        .containsOnlyOnce("goes on by itself")
        .endsWith("evo: resume: evo run --resume r1 --results a b");
    assertThat(ended("show k", 139)).doesNotContain("resume");
  }

  @Test
  void run_whoseProcessIsKilled_isNotResumed() throws IOException, InterruptedException {
    write("runtime/bin/java", DYING.replace("-SEGV", "-KILL"));
    assertThat(ended("run k", 137))
        .contains("its process was killed. Resume: evo run --resume r1 --results a b")
        .doesNotContain("goes on");
  }

  @Test
  void signal_toTheLauncher_reachesTheProcessOnce() throws IOException, InterruptedException {
    write(
        "runtime/bin/java",
        "#!/bin/bash\ntrap 'echo TOLD; exit 130' INT\necho up\nwhile :; do sleep 0.1; done\n");
    Process launcher = new ProcessBuilder(folder.resolve("evo").toString(), "run").start();
    try (BufferedReader out = launcher.inputReader()) {
      assertThat(out.readLine()).isEqualTo("up");
      shell("kill -INT " + launcher.pid());
      assertThat(out.readAllAsString()).isEqualTo("TOLD\n");
      assertThat(launcher.waitFor()).isEqualTo(130);
    }
  }

  private static final String DYING =
      """
      #!/bin/bash
      for word; do case "$word" in -Devo.resume=*) file=${word#*=} ;; esac; done
      [ -z "${file:-}" ] || printf 'evo\\0run\\0--resume\\0r1\\0--results\\0a b\\0' >"$file"
      echo "last words: ${*: -5}"
      kill -SEGV $$
      """;

  private String ended(String words, int status) throws IOException, InterruptedException {
    String line = folder.resolve("evo") + " " + words + " 2>&1; test $? = " + status;
    return shell(line).replaceAll("(?m)^.*line \\d+:.*\\R", "").strip();
  }

  private static String shell(String line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("bash", "-c", line).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }
}
