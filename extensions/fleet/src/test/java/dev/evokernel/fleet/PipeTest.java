package dev.evokernel.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.Test;

final class PipeTest {

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final Pipe<ToHost, FromHost> host =
      new Pipe<>(InputStream.nullInputStream(), sent, ToHost.class, FromHost.class, Pipe.TO_HOST);

  private static Pipe<FromHost, ToHost> coordinator(byte... bytes) {
    return new Pipe<>(
        new ByteArrayInputStream(bytes),
        OutputStream.nullOutputStream(),
        FromHost.class,
        ToHost.class,
        Pipe.FROM_HOST);
  }

  private static byte[] frame(int length, int content, String json) {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + text.length).putInt(length).putInt(content).put(text).array();
  }

  @Test
  void receive_afterLinesOfAShell_findsGreetingAndMessage() throws IOException {
    sent.writeBytes("Welcome to gpu-2\n".getBytes(StandardCharsets.UTF_8));
    host.greet("0.2.0");
    host.send(new FromHost.Alive(List.of(3)));
    Pipe<FromHost, ToHost> pipe = coordinator(sent.toByteArray());
    assertThat(pipe.awaitGreeting("0.2.0")).isEmpty();
    assertThat(pipe.receive().orElseThrow().message()).isEqualTo(new FromHost.Alive(List.of(3)));
    assertThat(pipe.receive()).isEmpty();
  }

  @Test
  void awaitGreeting_ofAnotherProtocol_namesBothVersions() throws IOException {
    assertThat(
            coordinator("evo-worker 1.1 0.0.1\n".getBytes(StandardCharsets.UTF_8))
                .awaitGreeting("0.2.0"))
        .hasValueSatisfying(why -> assertThat(why).contains("0.0.1", "Install evo 0.2.0"));
  }

  @Test
  void receive_largerThanAllowed_isRefusedBeforeItIsRead() {
    assertThatThrownBy(() -> coordinator(frame(Pipe.FROM_HOST, 1, "")).receive())
        .isInstanceOf(Pipe.NoMessageException.class);
    assertThatThrownBy(() -> coordinator(frame(-1, 0, "")).receive())
        .isInstanceOf(Pipe.NoMessageException.class);
  }

  @Test
  void receive_whatNoHostSends_isRefused() {
    for (String json :
        List.of("{}", "null-", "{\"message\":\"FromHost$Alive\",\"stopped\":[],\"more\":1}")) {
      assertThatThrownBy(() -> coordinator(frame(json.length(), 0, json)).receive())
          .as(json)
          .isInstanceOf(Pipe.NoMessageException.class);
    }
  }

  @Test
  void receive_ofACutMessage_isTheEnd() throws IOException {
    assertThat(coordinator(frame(100, 0, "{")).receive()).isEmpty();
  }
}
