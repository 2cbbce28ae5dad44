package dev.evokernel.cpu.host;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunDelayTest {

  @TempDir Path tasks;

  private void thread(String id, String schedstat) throws IOException {
    Path folder = Files.createDirectories(tasks.resolve(id));
    Files.writeString(folder.resolve("schedstat"), schedstat + "\n");
  }

  @Test
  void nanos_sumsTheThreadsOfTheProcess() throws IOException {
    thread("10", "900 40 3");
    thread("11", "900 5000 3");
    RunDelay delay = new RunDelay(tasks);
    assertThat(delay.nanos()).isEqualTo(5040);
    thread("12", "100 7 1");
    assertThat(delay.nanos()).isEqualTo(5047);
    assertThat(delay.count()).isEqualTo(3);
  }

  @Test
  void nanos_whereLinuxDoesNotCount_isZero() {
    assertThat(new RunDelay(tasks.resolve("absent")).nanos()).isZero();
  }

  @Test
  void nanos_ofAProcess_doesNotShrink() {
    RunDelay delay = RunDelay.of(ProcessHandle.current().pid());
    long first = delay.nanos();
    assertThat(delay.nanos()).isGreaterThanOrEqualTo(first);
  }
}
