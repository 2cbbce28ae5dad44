package dev.evokernel.worker.protocol;

import module java.base;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * One end of the socket between a coordinator and a worker. Several threads may send; one receives.
 *
 * <p>A message is its length in four bytes, its tag and its JSON. In the first message of an end, a
 * random key replaces the tag. Later tags are computed from the key, the number of the message and
 * its JSON. A candidate can write to the socket of its process, but its bytes form no message
 * without the key, which was sent before any candidate was loaded.
 */
public final class Wire implements AutoCloseable {

  private static final int MAX_LENGTH = 64 << 20;

  private static final int TAG = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private static final class Tags {
    private final Mac mac;
    private long messages;

    Tags(byte[] key) {
      try {
        mac = Mac.getInstance(ALGORITHM);
        mac.init(new SecretKeySpec(key, ALGORITHM));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("Every Java runtime has " + ALGORITHM + ".", e);
      }
    }

    byte[] next(byte[] json) {
      mac.update(ByteBuffer.allocate(Long.BYTES).putLong(0, messages++));
      return Arrays.copyOf(mac.doFinal(json), TAG);
    }
  }

  private static final String ALGORITHM = "HmacSHA256";

  private final SocketChannel channel;
  private @Nullable Tags sent;
  private @Nullable Tags received;

  public Wire(SocketChannel channel) {
    this.channel = channel;
  }

  public synchronized void send(Class<?> family, Object message) throws IOException {
    byte[] json = Protocol.JSON.writerFor(family).writeValueAsBytes(message);
    Tags tags = sent;
    byte[] tag = new byte[TAG];
    if (tags == null) {
      RANDOM.nextBytes(tag);
      sent = new Tags(tag);
    } else {
      tag = tags.next(json);
    }
    ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + TAG + json.length);
    frame.putInt(json.length).put(tag).put(json).flip();
    while (frame.hasRemaining()) {
      channel.write(frame);
    }
  }

  /**
   * Receives the next message; empty if the other end has closed.
   *
   * @throws IOException also if the bytes are no message of this family
   */
  public <T> Optional<T> receive(Class<T> family) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(Integer.BYTES + TAG);
    if (!fill(head)) {
      return Optional.empty();
    }
    int bytes = head.getInt(0);
    if (bytes < 0 || bytes > MAX_LENGTH) {
      throw new IOException(
          "A message must have 0 to " + MAX_LENGTH + " bytes, was " + bytes + ".");
    }
    ByteBuffer json = ByteBuffer.allocate(bytes);
    if (!fill(json)) {
      return Optional.empty();
    }
    check(Arrays.copyOfRange(head.array(), Integer.BYTES, Integer.BYTES + TAG), json.array());
    try {
      return Optional.of(Protocol.JSON.readValue(json.array(), family));
    } catch (JacksonException e) {
      throw new IOException("Not a message of the protocol: " + e.getOriginalMessage(), e);
    }
  }

  private void check(byte[] tag, byte[] json) throws IOException {
    Tags tags = received;
    if (tags == null) {
      received = new Tags(tag);
    } else if (!Arrays.equals(tag, tags.next(json))) {
      throw new IOException(
          "a message without the tag of its sender; the candidate may have written it");
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
