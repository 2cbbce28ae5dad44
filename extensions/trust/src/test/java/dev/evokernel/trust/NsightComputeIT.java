package dev.evokernel.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Profiler;
import dev.evokernel.cuda.CudaBackend;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a script in place of the tool, which writes what the tool is documented to write. */
class NsightComputeIT {

  private static final String DENIED =
      """
      ==PROF== Connected to process 4711 (/usr/lib/jvm/bin/java)
      ==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target device 0.
      ==PROF== Disconnected from process 4711
      """;

  @TempDir Path folder;

  /** A tool that writes a log of its own and runs what it is to watch. */
  private Path tool(String log) throws IOException {
    Files.writeString(folder.resolve("said.txt"), log);
    return script(
        """
        cp "$here/said.txt" "$log"
        """);
  }

  private Path script(String body) throws IOException {
    Path script = folder.resolve("ncu");
    Files.writeString(
        script,
        """
        #!/bin/sh
        here=$(dirname "$0")
        echo "$@" >> "$here/asked.txt"
        asked="$*"
        while [ "$1" != launch ]; do
          if [ "$1" = --log-file ]; then log=$2; fi
          shift
        done
        shift
        %s
        exec "$@"
        """
            .formatted(body));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  private Profiler.Profile profiled(Path tool, String... command) {
    var words = new ArrayList<>(List.of("launch"));
    words.addAll(List.of(command));
    return new NsightCompute(tool)
        .profile(new Profiler.Subject(List.of("gemm"), words, folder), Duration.ofSeconds(30));
  }

  private void refused(Path tool, String... saying) {
    assertThatThrownBy(() -> profiled(tool, "true"))
        .isInstanceOfSatisfying(
            EnvironmentException.class, e -> assertThat(e.message()).contains(saying));
  }

  @Test
  void profile_ofALaunch_asksForThatFunctionAloneAndReadsTheTable() throws IOException {
    Profiler.Profile profile = profiled(tool(NcuText.healthy().raw()), "true");

    assertThat(profile.overview()).containsEntry("registers", "48 a thread");
    assertThat(Files.readString(folder.resolve("asked.txt")))
        .contains(
            "--csv --page raw --print-units base --metrics gpu__time_duration.sum,",
            "--kernel-name-base function --kernel-name gemm --launch-skip 0 --launch-count 1",
            "--cache-control all --clock-control none")
        .doesNotContain("--clock-control base");
  }

  @Test
  void profile_ofSeveralLaunches_asksForAllOfTheirFunctions() throws IOException {
    Path tool = tool(NcuText.healthy().details());
    Profiler.Profile profile =
        new NsightCompute(tool)
            .profile(
                new Profiler.Subject(
                    List.of("gemm", "sum", "gemm"), List.of("launch", "true"), folder),
                Duration.ofSeconds(30));

    assertThat(profile.overview()).containsKeys("1 gemm: registers", "2 gemm: registers");
    assertThat(Files.readString(folder.resolve("asked.txt")))
        .contains("--kernel-name regex:^(gemm|sum)$ --launch-skip 0 --launch-count 3");
  }

  @Test
  void profile_unknownMetric_isLeftOutTheSecondTime() throws IOException {
    String gmma = NcuMetrics.stall("gmma");
    Files.writeString(folder.resolve("said.txt"), NcuText.healthy().raw());
    Path tool =
        script(
            """
            case "$asked" in
              *issue_stalled_gmma*) echo '==ERROR== Failed to find metric %s' > "$log"; exit 9;;
              *) cp "$here/said.txt" "$log";;
            esac
            """
                .formatted(gmma.replace(".ratio", "")));

    assertThat(profiled(tool, "true").metrics()).containsKey(NcuMetrics.DRAM);
    assertThat(Files.readAllLines(folder.resolve("asked.txt")))
        .satisfiesExactly(
            first -> assertThat(first).contains(gmma),
            second -> assertThat(second).doesNotContain(gmma));
  }

  @Test
  void profile_withoutPermission_saysHowToGetIt() throws IOException {
    refused(
        tool(DENIED),
        "ERR_NVGPUCTRPERM",
        "NVreg_RestrictProfilingToAdminUsers=0",
        "Profile as root",
        "evo doctor");
  }

  @Test
  void profile_ofALaunchThatFails_saysWhy() throws IOException {
    Path tool =
        script(
            """
            echo '==WARNING== No kernels were profiled.' > "$log"
            echo 'launching gemm: CUDA_ERROR_INVALID_VALUE' > "$here/launch.log"
            """);
    refused(tool, "launch failed", "CUDA_ERROR_INVALID_VALUE", "evo sanitize");
  }

  @Test
  void profile_noLaunchOfThatName_asksForTheEntry() throws IOException {
    refused(tool("==WARNING== No kernels were profiled.\n"), "no launch", "'entry' in kernel.yaml");
  }

  @Test
  void profile_garbage_quotesIt() throws IOException {
    refused(
        tool("==ERROR== Failed to initialize the profiler: LibraryNotLoaded\n"),
        "gave no metrics: Failed to initialize the profiler: LibraryNotLoaded.",
        "ncu --version");
    refused(tool("segmentation\nfault\n"), "gave no metrics: segmentation; fault.");
    refused(tool(""), "it printed nothing");
  }

  @Test
  void profile_programThatCannotRun_isTheMachinesFault() {
    refused(folder.resolve("nowhere"), "cannot be run", "Install it again");
  }

  @Test
  void profiler_onThePath_isFoundThere() throws IOException {
    tool("");
    var backend =
        new CudaBackend(Map.of("PATH", folder.toString()), folder, List.of("libnowhere.so"));
    assertThat(backend.profiler()).contains(new NsightCompute(folder.resolve("ncu")));
    var bare = new CudaBackend(Map.of("PATH", "/nowhere"), folder, List.of("libnowhere.so"));
    assertThat(bare.profiler()).isEmpty();
    assertThat(bare.profilerRemedy()).contains("nsight-compute", "evo doctor");
  }
}
