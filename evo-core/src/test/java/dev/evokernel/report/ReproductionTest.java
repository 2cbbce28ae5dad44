package dev.evokernel.report;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.fixture.Altered;
import dev.evokernel.fixture.Examples;
import dev.evokernel.store.ExampleRun;
import dev.evokernel.store.Provenance.Commit;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands of a run whose job is of a stranger, executed by a shell. */
final class ReproductionTest {

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kernel: gemm\nEVO_YAML\ntouch stolen\n",
        "kernel: gemm\nEVO_YAML\nEVO_YAML_\nEVO_YAML__\ntouch stolen\n",
        "kernel: gemm\nEVO\0_YAML\ntouch stolen\n",
        "kernel: gemm\r\nEVO_YAML\rEVO_YAML\r\ntouch stolen\n",
        "kernel: gemm\n\u001b[0mEVO_YAML\ntouch stolen\n",
        "gate: $(touch stolen) `touch stolen`\ngate: \nEVO_YAML\ntouch stolen",
      })
  void commands_ofAHostileJob_runNothingOfIt(String job) throws IOException, InterruptedException {
    StoredRun run = hostile(ExampleRun.history().run(), job);
    RunHistory history = Examples.history(run, ExampleRun.history().candidates(), Optional.empty());
    for (String commands :
        List.of(
            Reproduction.ofRun(history),
            Reproduction.ofConfiguration(run, run.run().subject().defaultConfiguration()))) {
      Path script = Files.writeString(folder.resolve("commands"), commands);
      Process shell =
          new ProcessBuilder("bash", "-c", ". ./commands")
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      shell.getInputStream().readAllBytes();
      shell.waitFor();
      assertThat(folder.resolve("stolen")).doesNotExist();
      assertThat(folder.resolve("again.yaml")).content().contains("seeding:");
      Files.delete(script);
    }
  }

  private static StoredRun hostile(StoredRun stored, String job) {
    var commit = new Commit("main; touch stolen", /* dirty= */ false);
    return Altered.of(stored, "run.provenance.commit", Optional.of(commit), "run.job", job);
  }
}
