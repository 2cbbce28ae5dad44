package dev.evokernel.fleet.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FleetConnectionExceptionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AMQ219007: Cannot connect to server(s). | Cannot connect to server(s).",
        "ActiveMQNotConnectedException[errorType=NOT_CONNECTED message=AMQ219006: Channel"
            + " disconnected] | Channel disconnected",
        "The connection is closed. | The connection is closed.",
      })
  void message_ofTheBroker_hasNoCode(String said, String message) {
    assertThat(new FleetConnectionException(said, new IllegalStateException())).hasMessage(message);
  }
}
