package dev.evokernel.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.kernel.Limit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCpuTest {

  @TempDir Path folder;

  @Test
  void limits_describedMachine_areRead() throws IOException {
    Files.writeString(
        folder.resolve("cpuinfo"), "model name\t: Big CPU\nflags\t\t: sse2 avx avx2\n");
    Files.writeString(folder.resolve("meminfo"), "MemFree: 1 kB\nMemTotal:  2048 kB\n");
    cache(0, 1, "Data", "48K");
    cache(1, 1, "Instruction", "64K");
    cache(2, 2, "Unified", "1024K");
    cache(3, 3, "Unified", "32M");
    var host = new HostCpu(folder, folder, 4);

    assertThat(host.identity().model()).isEqualTo("Big CPU, 4 cores");
    assertThat(host.limits().value(Limit.L1_BYTES)).isEqualTo(48 << 10);
    assertThat(host.limits().value(Limit.L2_BYTES)).isEqualTo(1 << 20);
    assertThat(host.limits().value(Limit.L3_BYTES)).isEqualTo(32 << 20);
    assertThat(host.limits().value(Limit.MEMORY)).isEqualTo(2 << 20);
    assertThat(host.limits().value(Limit.VECTOR_BYTES)).isEqualTo(32);
  }

  @Test
  void limits_undescribedMachine_areSmall() {
    var host = new HostCpu(folder, folder, 1);

    assertThat(host.identity().model()).endsWith(", 1 core");
    assertThat(host.limits().value(Limit.L1_BYTES)).isEqualTo(32 << 10);
    assertThat(host.limits().value(Limit.L3_BYTES)).isEqualTo(512 << 10);
    assertThat(host.limits().value(Limit.VECTOR_BYTES)).isEqualTo(16);
  }

  private void cache(int index, int level, String type, String size) throws IOException {
    Path cache = Files.createDirectories(folder.resolve("index" + index));
    Files.writeString(cache.resolve("level"), level + "\n");
    Files.writeString(cache.resolve("type"), type + "\n");
    Files.writeString(cache.resolve("size"), size + "\n");
  }
}
