package dev.evokernel.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evokernel.store.FileLock.LockOwner;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class LockOwnerTest {

  @Test
  void toString_isOnePrintableLineWithTheTimeInSeconds() {
    var owner =
        new LockOwner(
            4711,
            "gemm\u001b[31m\nrun",
            Instant.parse("2026-11-24T15:10:50.677173895Z"),
            "host",
            "/results");
    assertThat(owner.toString())
        .contains("process 4711 on host, since 2026-11-24T15:10:50Z, results in /results")
        .doesNotContain("\u001b", "\n");
  }
}
