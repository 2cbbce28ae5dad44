package dev.evokernel.fleet.command;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.cli.Execution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evo bench chaos}: a coordinator and hosts in processes of their own, TLS on loopback. */
final class BenchChaosIT {

  @TempDir private Path folder;

  @Test
  void chaos_oneStroke_leavesTheResultOfARunWithoutIt() throws IOException {
    Execution chaos =
        Execution.of(
            "bench",
            "chaos",
            "--kills",
            "1",
            "--hosts",
            "1",
            "--evaluations",
            "12",
            "--folder",
            folder.resolve("fleet").toString());

    assertThat(chaos.code()).as("%s%n%s", chaos.out(), chaos.err()).isZero();
    assertThat(chaos.out()).contains("Equal to the run without faults", "bench chaos --kills 1");
  }

  @Test
  @Tag("nightly")
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
    assertThat(chaos.out()).contains("Equal to the run without faults", "bench chaos --kills 20");
    assertThat(Files.readString(outcome))
        .contains("\"strokes\" : 20", "\"equal\" : true", "\"lost\" : 0", "\"host_killed\" : 4");
  }
}
