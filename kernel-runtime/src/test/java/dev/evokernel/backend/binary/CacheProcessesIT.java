package dev.evokernel.backend.binary;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes on one cache, some of them killed. */
final class CacheProcessesIT {

  private static final long BOUND = 200_000;

  @TempDir Path folder;

  @Test
  void hammered_byTwoAndAKilledOne_neverGivesAWrongBinaryAndStaysBounded() throws Exception {
    var cache = new CacheFolder(folder);
    cache.bound(BOUND);
    Process one = hammer(1, 700);
    Process other = hammer(2, 700);
    Process killed = hammer(3, Integer.MAX_VALUE);

    assertThat(said(one)).contains("found ");
    killed.destroyForcibly().waitFor();
    assertThat(said(other)).contains("found ");

    assertThat(one.waitFor()).isZero();
    assertThat(other.waitFor()).isZero();
    assertThat(killed.exitValue()).isEqualTo(137);
    cache.sweep();
    assertThat(folder.resolve("drafts")).isEmptyDirectory();
    assertThat(cache.usage().bytes()).isLessThanOrEqualTo(BOUND);
  }

  @Test
  @Tag("full")
  void killed_atAnyInstant_leavesACacheThatWorks() throws Exception {
    var cache = new CacheFolder(folder);
    cache.bound(BOUND);
    for (int round = 0; round < 5; round++) {
      Process killed = hammer(round, Integer.MAX_VALUE);
      while (cache.usage().entries() < 4 * (round + 1)) {
        Thread.onSpinWait();
      }
      killed.destroyForcibly().waitFor();
    }

    Process survivor = hammer(99, 500);

    assertThat(said(survivor)).contains("found ");
    assertThat(survivor.waitFor()).isZero();
    cache.sweep();
    assertThat(folder.resolve("drafts")).isEmptyDirectory();
  }

  private Process hammer(long seed, int rounds) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            CacheHammer.class.getName(),
            folder.toString(),
            Long.toString(seed),
            Integer.toString(rounds))
        .redirectErrorStream(true)
        .start();
  }

  private static String said(Process process) throws IOException {
    try (InputStream output = process.getInputStream()) {
      return new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
