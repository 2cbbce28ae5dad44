package dev.evokernel.kernel.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LauncherTest {

  @Test
  void command_withABlankInThePath_quotesIt() {
    assertThat(Launcher.command("/home/a b/evo", "show x")).isEqualTo("'/home/a b/evo' show x");
    assertThat(Launcher.command("evo", "show x")).isEqualTo("evo show x");
  }

  @Test
  void path_thatExists_isAbsolute(@TempDir Path folder) {
    assertThat(Launcher.path(folder.resolve("../" + folder.getFileName())))
        .isEqualTo(folder.toString());
    assertThat(Launcher.path(Path.of("src"))).isEqualTo(Path.of("src").toAbsolutePath().toString());
    assertThat(Launcher.path(Path.of("kernels/elsewhere"))).isEqualTo("kernels/elsewhere");
  }

  @Test
  void results_areAbsolute() {
    assertThat(Launcher.results(Path.of("results")))
        .isEqualTo(" --results " + Path.of("results").toAbsolutePath());
  }
}
