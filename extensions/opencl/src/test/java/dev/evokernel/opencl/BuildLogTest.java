package dev.evokernel.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BuildLogTest {

  @Test
  void of_severityBeforeThePlace_isTurnedAndShowsTheLine(@TempDir Path folder) throws IOException {
    Path source = Files.writeString(folder.resolve("a.cl"), "int x;\n  y = 3;\n");

    assertThat(BuildLog.of("error: %s:2:3: unknown 'y'\n1 error".formatted(source), ""))
        .isEqualTo("%s:2:3: error: unknown 'y'\n    y = 3;\n    ^\n1 error".formatted(source));
  }

  @Test
  void of_messageWithItsLine_isLeftAsItIs() {
    String log = "a.cl:2:3: error: unknown 'y'\n  y = 3;\n  ^";

    assertThat(BuildLog.of(log, "")).isEqualTo(log);
  }

  @Test
  void of_lineOfTheWholeText_isThatOfItsFile() {
    String text = "checks\n#line 1 \"a.cl\"\nint x;\n#line 1 \"b.cl\"\nint z;\n  y = 3;\n";

    assertThat(BuildLog.of("input.cl:6:3: error: unknown 'y'\n  y = 3;\n  ^", text))
        .isEqualTo("b.cl:2:3: error: unknown 'y'\n  y = 3;\n  ^");
  }
}
