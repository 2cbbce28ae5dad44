package dev.evokernel.cpu;

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
  void nanos_sumsTheThreadsBesideTheOneThatLaunches() throws IOException {
    thread("10", "900 40 3");
    RunDelay delay = new RunDelay(tasks, "10");
    assertThat(delay.nanos()).isZero();
    assertThat(delay.hasOthers()).isFalse();
    thread("11", "900 5000 3");
    assertThat(delay.nanos()).isEqualTo(5000);
    assertThat(delay.hasOthers()).isTrue();
    thread("12", "100 7 1");
    assertThat(delay.nanos()).isEqualTo(5007);
  }

  @Test
  void nanos_whereLinuxDoesNotCount_isZero() {
    assertThat(new RunDelay(tasks.resolve("absent"), "10").nanos()).isZero();
  }

  @Test
  void nanos_ofAProcess_doesNotShrink() {
    RunDelay delay = RunDelay.of(ProcessHandle.current().pid());
    long first = delay.nanos();
    assertThat(delay.nanos()).isGreaterThanOrEqualTo(first);
  }
}
