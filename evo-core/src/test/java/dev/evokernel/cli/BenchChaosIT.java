package dev.evokernel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evo bench chaos}: a coordinator and three hosts, TLS on loopback, and 20 strokes. */
final class BenchChaosIT {

  @TempDir private Path folder;

  @Test
  void chaos_twentyStrokes_leaveTheResultOfARunWithoutThem() throws IOException {
    Path outcome = folder.resolve("chaos.json");

    Execution chaos =
        Execution.of(
            "bench",
            "chaos",
            "--kills",
            "20",
            "--lost-after",
            "800",
            "--folder",
            folder.resolve("fleet").toString(),
            "--out",
            outcome.toString());

    assertThat(chaos.code()).as("%s%n%s", chaos.out(), chaos.err()).isZero();
    assertThat(chaos.out()).contains("Equal to the run without strokes", "bench chaos --kills 20");
    assertThat(Files.readString(outcome))
        .contains("\"strokes\" : 20", "\"equal\" : true", "\"lost\" : 0", "\"host_killed\" : 4");
  }
}
