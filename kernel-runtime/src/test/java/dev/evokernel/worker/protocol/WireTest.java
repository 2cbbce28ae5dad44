package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WireTest {

  private static final Reply PROGRESS = new Reply.Progress("time", "small", 0);

  @TempDir Path folder;
  private SocketChannel channel;
  private Wire worker;
  private Wire coordinator;

  @BeforeEach
  void connect() throws IOException {
    var address = UnixDomainSocketAddress.of(folder.resolve("s"));
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(address);
      channel = SocketChannel.open(address);
      worker = new Wire(channel);
      coordinator = new Wire(server.accept());
    }
  }

  @AfterEach
  void close() throws IOException {
    worker.close();
    coordinator.close();
  }

  @Test
  void receive_severalMessages_comeInOrder() throws IOException {
    worker.send(Reply.class, new Reply.Hello(1, 2));
    worker.send(Reply.class, PROGRESS);
    worker.send(Reply.class, PROGRESS);

    assertThat(coordinator.receive(Reply.class)).contains(new Reply.Hello(1, 2));
    assertThat(coordinator.receive(Reply.class)).contains(PROGRESS);
    assertThat(coordinator.receive(Reply.class)).contains(PROGRESS);
  }

  @Test
  void receive_messageWithoutTheKey_isRefused() throws IOException {
    worker.send(Reply.class, new Reply.Hello(1, 2));
    assertThat(coordinator.receive(Reply.class)).isPresent();

    byte[] forged =
        Protocol.JSON
            .writerFor(Reply.class)
            .writeValueAsString(PROGRESS)
            .getBytes(StandardCharsets.UTF_8);
    ByteBuffer frame = ByteBuffer.allocate(4 + 16 + forged.length);
    frame.putInt(forged.length).put(new byte[16]).put(forged).flip();
    channel.write(frame);

    assertThatThrownBy(() -> coordinator.receive(Reply.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("without the tag of its sender");
  }

  @Test
  void receive_messageThatIsRepeated_isRefused() throws IOException {
    var copy = new Wire(channel);
    worker.send(Reply.class, new Reply.Hello(1, 2));
    copy.send(Reply.class, new Reply.Hello(1, 2));

    assertThat(coordinator.receive(Reply.class)).isPresent();
    assertThatThrownBy(() -> coordinator.receive(Reply.class)).isInstanceOf(IOException.class);
  }
}
