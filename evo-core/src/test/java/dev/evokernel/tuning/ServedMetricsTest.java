package dev.evokernel.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;

final class ServedMetricsTest {

  @Test
  void endpoint_ofAPortThatIsTaken_hasAnotherPortAndSaysSo() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var metrics = new ServedMetrics(OptionalInt.of(taken.getLocalPort()))) {
      assertThat(metrics.endpoint().orElseThrow())
          .startsWith("http://localhost:")
          .doesNotContain("localhost:" + taken.getLocalPort())
          .contains("warning: port %d of metrics.prometheus".formatted(taken.getLocalPort()));
    }
  }
}
