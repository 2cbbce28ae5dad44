package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.worker.WorkerSettings;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FleetAddressTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.5:9000, 10.0.0.5, 9000",
    "evo://node7:9000, node7, 9000",
    "evo://node7/, node7, 9465",
    "[::1]:9000, ::1, 9000",
    "127.0.0.1:0, 127.0.0.1, 0",
  })
  void of_addressOrUrl_isRead(String text, String host, int port) {
    assertThat(FleetAddress.of(text)).isEqualTo(new FleetAddress(host, port));
  }

  @Test
  void url_ofAnAddress_isReadBack() {
    var address = new FleetAddress("::1", 9000);

    assertThat(address.url()).isEqualTo("evo://[::1]:9000");
    assertThat(FleetAddress.of(address.url())).isEqualTo(address);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "http://node7:9000", "node7:port", "a:b:c", "node7:99999"})
  void of_anythingElse_isRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> FleetAddress.of(text));
  }

  @Test
  void settings_plainTextBeyondLoopback_areRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FleetSettings(new FleetAddress("0.0.0.0", 9465), Optional.empty()))
        .withMessageContaining("needs TLS");
    assertThat(new FleetSettings(FleetAddress.DEFAULT, Optional.empty()).tls()).isEmpty();
  }

  @Test
  void workerSettings_plainTextToAnotherMachine_areRefused() {
    Assertions.assertThatThrownBy(
            () ->
                new WorkerSettings(
                    new FleetAddress("192.0.2.1", 9465),
                    Optional.empty(),
                    Optional.empty(),
                    Path.of("w"),
                    "h",
                    false))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("--tls FOLDER");
  }
}
