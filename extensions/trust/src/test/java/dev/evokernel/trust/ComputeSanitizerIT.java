package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sanitizer;
import dev.evokernel.cuda.CudaBackend;
import dev.evokernel.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a script in place of the tool, which writes what the tool is documented to write. */
class ComputeSanitizerIT {

  private static final String CLEAN = "========= ERROR SUMMARY: 0 errors";

  @TempDir Path folder;

  /**
   * A tool that writes a log of its own under one of its names, runs what it is to watch, and ends
   * as that did.
   */
  private Path tool(String failing, String log) throws IOException {
    Files.writeString(folder.resolve("found.txt"), log);
    Files.writeString(folder.resolve("clean.txt"), CLEAN + "\n");
    Path script = folder.resolve("compute-sanitizer");
    Files.writeString(
        script,
        """
        #!/bin/sh
        here=$(dirname "$0")
        echo "$@" >> "$here/asked.txt"
        tool=$2
        log=$4
        while [ "$1" != launch ]; do shift; done
        shift
        if [ "$tool" = "%s" ]; then cp "$here/found.txt" "$log"; else cp "$here/clean.txt" "$log"; fi
        exec "$@"
        """
            .formatted(failing));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  private Optional<Sanitizer.Finding> examined(Path tool, String... command) {
    Kernel kernel = FaultKernel.read("cpu");
    var words = new java.util.ArrayList<>(List.of("launch"));
    words.addAll(List.of(command));
    return new ComputeSanitizer(tool)
        .examine(
            new Sanitizer.Subject(
                kernel,
                kernel.defaultConfiguration(),
                kernel.shapes().getFirst(),
                List.of(1L),
                words,
                folder),
            Duration.ofSeconds(30));
  }

  @Test
  void examine_nothingFound_runsAllFourToolsAroundTheRehearsal() throws IOException {
    assertThat(examined(tool("none", ""), "true")).isEmpty();
    assertThat(Files.readString(folder.resolve("asked.txt")))
        .contains("--tool memcheck", "--tool racecheck", "--tool initcheck", "--tool synccheck");
  }

  @Test
  void examine_stray_isFoundByThatToolAndEndsTheExamination() throws IOException {
    assertThat(examined(tool("memcheck", SanitizerLogTest.STRAY), "true"))
        .hasValueSatisfying(
            finding -> {
              assertThat(finding.tool()).isEqualTo("memcheck");
              assertThat(finding.message()).contains("bad.cu:5");
            });
    assertThat(Files.readString(folder.resolve("asked.txt"))).doesNotContain("racecheck");
  }

  @Test
  void examine_launchThatFails_isAFinding() throws IOException {
    String called = Sanitizer.called(folder).toString();
    assertThat(examined(tool("none", ""), "sh", "-c", "touch '" + called + "'; exit 3"))
        .hasValueSatisfying(
            finding -> assertThat(finding.message()).contains("launch failed under memcheck"));
  }

  /** As a JVM that cannot reserve its memory: the tool itself ends well. */
  @Test
  void examine_processThatDoesNotStart_isTheMachinesFault() throws IOException {
    Path tool = tool("none", "");
    assertThatThrownBy(() -> examined(tool, "sh", "-c", "echo 'Could not reserve'; exit 1"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("does not start under " + tool + " --tool memcheck")
        .hasMessageContaining("Could not reserve")
        .hasMessageContaining("ulimit -v");
  }

  @Test
  void examine_toolThatDoesNotWork_isTheMachinesFault() throws IOException {
    Path tool = tool("initcheck", "========= Error: Device not supported\n");
    assertThatThrownBy(() -> examined(tool, "true"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("initcheck")
        .hasMessageContaining("Device not supported");
  }

  @Test
  void sanitizer_onThePath_isFoundThere() throws IOException {
    tool("none", "");
    var backend =
        new CudaBackend(Map.of("PATH", folder.toString()), folder, List.of("libnowhere.so"));
    assertThat(backend.sanitizer())
        .contains(new ComputeSanitizer(folder.resolve("compute-sanitizer")));
    assertThat(
            new CudaBackend(Map.of("PATH", "/nowhere"), folder, List.of("libnowhere.so"))
                .sanitizer())
        .isEmpty();
  }
}
