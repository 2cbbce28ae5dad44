package dev.evokernel.text;

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
  void path_thatExists_isAsShortAsItWorks(@TempDir Path folder) {
    assertThat(Launcher.path(folder.resolve("../" + folder.getFileName())))
        .isEqualTo(folder.toString());
    assertThat(Launcher.path(Path.of("src").toAbsolutePath())).isEqualTo("src");
    assertThat(Launcher.path(Path.of("kernels/elsewhere"))).isEqualTo("kernels/elsewhere");
  }

  @Test
  void results_ofTheDefaultFolder_needNoOption(@TempDir Path folder) {
    assertThat(Launcher.results(Path.of("results").toAbsolutePath())).isEmpty();
    assertThat(Launcher.results(Path.of("night/results"))).isEqualTo(" --results night/results");
    assertThat(Launcher.results(folder)).isEqualTo(" --results " + folder);
  }

  @Test
  void anywhere_isAbsolute() {
    assertThat(Launcher.anywhere("show x", Path.of("results")))
        .endsWith(" show x --results " + Path.of("results").toAbsolutePath());
  }
}
