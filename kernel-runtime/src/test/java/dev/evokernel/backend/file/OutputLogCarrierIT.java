package dev.evokernel.backend.file;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a single carrier, whatever keeps it stops every other virtual thread. */
class OutputLogCarrierIT {

  private static final List<String> ONE_CARRIER =
      List.of(
          "-Djdk.virtualThreadScheduler.parallelism=1",
          "-Djdk.virtualThreadScheduler.maxPoolSize=1");

  @TempDir Path folder;

  /** Drains a process that says nothing, and sees whether a virtual thread still runs. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
      Process silent = new ProcessBuilder("cat").start();
      var log = new OutputLog(silent.getInputStream(), Path.of(arguments[0]));
      Thread.ofVirtual().start(() -> System.out.println("alive")).join();
      silent.destroyForcibly().waitFor();
      System.out.println(log.lastLine());
    }
  }

  @Test
  void drain_processThatSaysNothing_leavesTheCarrierToOthers()
      throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                ONE_CARRIER.get(0),
                ONE_CARRIER.get(1),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                folder.resolve("log").toString())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(child.waitFor(5, TimeUnit.MINUTES)).as("the virtual thread ran").isTrue();
      assertThat(child.inputReader().readLine()).isEqualTo("alive");
      assertThat(child.exitValue()).isZero();
    } finally {
      child.descendants().forEach(ProcessHandle::destroyForcibly);
      child.destroyForcibly();
    }
  }
}
