package dev.evokernel.cpu.host;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDelayTest {

  @TempDir Path tasks;

  private void thread(String id, String name, String schedstat) throws IOException {
    Path folder = Files.createDirectories(tasks.resolve(id));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(folder.resolve("schedstat"), schedstat + "\n");
  }

  @Test
  void nanos_sumsTheThreadsOfTheName() throws IOException {
    thread("10", "java", "900 40 3");
    thread("11", "C1 CompilerThre", "900 5000 3");
    RunDelay delay = new RunDelay(tasks, "java");
    assertThat(delay.nanos()).isEqualTo(40);
    thread("12", "java", "100 7 1");
    assertThat(delay.nanos()).isEqualTo(47);
  }

  @Test
  void nanos_whereLinuxDoesNotCount_isZero() {
    assertThat(new RunDelay(tasks.resolve("absent"), "java").nanos()).isZero();
  }

  @Test
  void nanos_ofThisThread_doesNotShrink() {
    RunDelay delay = RunDelay.ofThisThread();
    long first = delay.nanos();
    assertThat(delay.nanos()).isGreaterThanOrEqualTo(first);
  }
}
