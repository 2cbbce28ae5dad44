package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

final class SessionStartIT {

  /** What a launcher does before it becomes the virtual machine, in seconds. */
  private static final int BUILDING = 2;

  /** How far the system's times of processes may be off, in milliseconds. */
  private static final int TICK = 1000;

  /** Prints how many milliseconds ago the session began, and how many the process did. */
  public static final class Age {
    public static void main(String... arguments) {
      long started = SessionStart.ofProcess();
      System.out.println(Duration.ofNanos(System.nanoTime() - started).toMillis());
      Instant process = ProcessHandle.current().info().startInstant().orElseThrow();
      System.out.println(Duration.between(process, Instant.now()).toMillis());
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
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).isZero();
    long[] ages = printed.lines().mapToLong(Long::parseLong).toArray();
    assertThat(ages[0]).isBetween(1L, ages[1] - BUILDING * 1000 + TICK);
  }
}
