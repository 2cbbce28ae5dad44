package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SessionStartIT {

  /** What a launcher does before it becomes the virtual machine, in seconds. */
  private static final int BUILDING = 4;

  /** Prints how many milliseconds ago the session began. */
  public static final class Age {
    public static void main(String... arguments) {
      SessionStart start = SessionStart.ofProcess();
      System.out.println(Duration.ofNanos(System.nanoTime() - start.nanos()).toMillis());
    }
  }

  @Test
  void ofProcess_afterALauncherThatBuilt_countsTheVirtualMachineAlone()
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                "sleep " + BUILDING + "; exec \"$0\" -cp \"$1\" \"$2\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                Age.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    assertThat(process.waitFor()).isZero();
    assertThat(Long.parseLong(printed)).isBetween(1L, BUILDING * 1000L);
  }
}
