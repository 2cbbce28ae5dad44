package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Saxpy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion script in bash. */
final class CompletionIT {

  @TempDir private Path folder;

  @BeforeEach
  void prepare() throws IOException {
    Files.writeString(folder.resolve("completion.bash"), Execution.of("completion").out());
    Saxpy.copyTo(folder.resolve("saxpy"));
    Files.createDirectories(folder.resolve("results/gemm-20261120-193205"));
    Files.createFile(folder.resolve("results/gemm-20261120-193205/evo.yaml"));
  }

  /** What a Tab offers behind these words, in one line. */
  private String offered(String words) throws IOException, InterruptedException {
    String script =
        "source completion.bash; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _evo_complete evo; printf '%%s ' \"${COMPREPLY[@]}\""
            .formatted(words);
    Process bash =
        new ProcessBuilder("bash", "-c", script)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD) // compopt works on a prompt only.
            .start();
    bash.getOutputStream().close();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    bash.waitFor();
    return out.strip();
  }

  @Test
  void tab_offersCommandsOptionsAndNames() throws IOException, InterruptedException {
    assertThat(offered("evo leaderb")).isEqualTo("leaderboard");
    assertThat(offered("evo leaderboard --for")).isEqualTo("--format");
    assertThat(offered("evo show ''")).isEqualTo("gemm-20261120-193205 latest");
    assertThat(offered("evo run --resume g")).isEqualTo("gemm-20261120-193205");
    assertThat(offered("evo run s")).isEqualTo("saxpy");
    assertThat(offered("evo gate saxpy --shapes ''")).isEqualTo("ragged small");
    assertThat(offered("evo run --device c")).startsWith("cpu cuda");
  }
}
