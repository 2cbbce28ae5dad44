package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostStateTest {

  @TempDir Path folder;

  private void write(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void look_machineThatTells_hasLoadCoresAndTheLowestClock() throws IOException {
    write("proc/loadavg", "3.25 2.10 1.00 5/300 4711\n");
    write("proc/self/status", "Name:\tjava\nCpus_allowed:\t5\nCpus_allowed_list:\t0,2\n");
    write("cpus/cpu0/cpufreq/scaling_cur_freq", "2450000\n");
    write("cpus/cpu2/cpufreq/scaling_cur_freq", "2300500\n");
    write("cpus/online", "0-3\n");

    DeviceState state = new HostState(folder.resolve("proc"), folder.resolve("cpus")).look(3);

    assertThat(state.load()).hasValue(3.25);
    assertThat(state.cores()).contains("0,2");
    assertThat(state.coreMegahertz()).hasValue(2300.5);
    assertThat(state.discarded()).isEqualTo(3);
    assertThat(state.isDisturbed()).isFalse();
  }

  @Test
  void look_machineThatTellsNothing_isUnknown() {
    assertThat(new HostState(folder, folder.resolve("none")).look(0))
        .isEqualTo(DeviceState.UNKNOWN);
  }
}
