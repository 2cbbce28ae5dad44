package dev.evokernel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

/** Runs the examples as their users would: from one jar, and from the module path. */
final class ExamplesIT {

  private static final String KERNEL = "../evo-core/src/test/resources/kernels/saxpy";
  private static final String FAT_JAR = "target/evo-examples-all.jar";
  private static final String NATIVE_MODULES = "dev.evokernel.runtime,org.xerial.sqlitejdbc,jcuda";

  @Test
  void tuneKernel_fromOneJar_endsWithADecision() throws IOException, InterruptedException {
    assertThat(run(List.of("-jar", FAT_JAR, KERNEL, "cpu", "1", "small")))
        .contains("saxpy-", ": 1 evaluations")
        .containsPattern("champion: |the default stays: |undecided: ");
  }

  @Test
  void tuneKernel_fromTheModulePath_endsWithADecision() throws IOException, InterruptedException {
    assertThat(
            run(
                List.of(
                    "-p",
                    modules(),
                    "-m",
                    "dev.evokernel.examples/dev.evokernel.examples.TuneKernel",
                    KERNEL,
                    "cpu",
                    "1",
                    "small")))
        .contains("saxpy-", ": 1 evaluations")
        .containsPattern("champion: |the default stays: |undecided: ");
  }

  @Test
  void tuneFunction_fromOneJar_findsTheOptimum() throws IOException, InterruptedException {
    assertThat(run(List.of("-cp", FAT_JAR, "dev.evokernel.examples.TuneFunction")))
        .startsWith("TILE=128 UNROLL=8 PACK=true costs 37.70");
  }

  private static String modules() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target/lib"))) {
      return Stream.concat(Stream.of(Path.of("target/evo-examples.jar")), jars)
          .map(Path::toString)
          .collect(Collectors.joining(":"));
    }
  }

  private static String run(List<String> arguments) throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.add(
        "--enable-native-access=" + (arguments.contains("-m") ? NATIVE_MODULES : "ALL-UNNAMED"));
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
