package dev.evokernel.worker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * One end of the socket between a coordinator and a worker: each message is its length in four
 * bytes and then its JSON. Several threads may send; one receives.
 */
final class Wire implements AutoCloseable {

  private static final int MAX_LENGTH = 64 << 20;

  private final SocketChannel channel;

  Wire(SocketChannel channel) {
    this.channel = channel;
  }

  synchronized void send(Class<?> family, Object message) throws IOException {
    byte[] json = Protocol.JSON.writerFor(family).writeValueAsBytes(message);
    ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + json.length);
    frame.putInt(json.length).put(json).flip();
    while (frame.hasRemaining()) {
      channel.write(frame);
    }
  }

  /**
   * The next message; empty when the other end has closed.
   *
   * @throws IOException also if the bytes are no message of this family
   */
  <T> Optional<T> receive(Class<T> family) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);
    if (!fill(length)) {
      return Optional.empty();
    }
    int bytes = length.getInt(0);
    if (bytes < 0 || bytes > MAX_LENGTH) {
      throw new IOException(
          "A message must have 0 to " + MAX_LENGTH + " bytes, was " + bytes + ".");
    }
    ByteBuffer json = ByteBuffer.allocate(bytes);
    if (!fill(json)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Protocol.JSON.readValue(json.array(), family));
    } catch (JacksonException e) {
      throw new IOException("Not a message of the protocol: " + e.getOriginalMessage(), e);
    }
  }

  private boolean fill(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
