package dev.evokernel.fleet.wire;

import dev.evokernel.worker.protocol.Protocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import tools.jackson.core.JacksonException;

/**
 * How messages are written: the length of the JSON in four bytes, the JSON, and the bytes that the
 * message is about, if any.
 */
public final class FleetCodec {

  /** Raised with every change of a message; both sides must agree on it. */
  private static final int VERSION = 1;

  /** The version of the messages and of the records in them. */
  public static final String PROTOCOL = VERSION + "." + Protocol.VERSION;

  /**
   * A message and the bytes that it is about.
   *
   * @param content empty where the message is about none
   */
  @SuppressWarnings("ArrayRecordComponent") public // Never compared.
  record Parcel<T>(T message, byte[] content) {}

  private FleetCodec() {}

  /**
   * @param content what the message is about; none for most
   */
  public static byte[] bytes(Class<?> family, Object message, byte... content) {
    byte[] json = Protocol.JSON.writerFor(family).writeValueAsBytes(message);
    return ByteBuffer.allocate(Integer.BYTES + json.length + content.length)
        .putInt(json.length)
        .put(json)
        .put(content)
        .array();
  }

  /**
   * @throws IllegalArgumentException if the bytes are no message of this family
   */
  public static <T> Parcel<T> read(Class<T> family, byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int length = bytes.length < Integer.BYTES ? -1 : buffer.getInt();
    if (length < 0 || length > buffer.remaining()) {
      throw new IllegalArgumentException(
          "No message of a fleet: %d bytes, of which the JSON would be %d."
              .formatted(bytes.length, length));
    }
    byte[] json = new byte[length];
    buffer.get(json);
    try {
      T message = Protocol.JSON.readValue(json, family);
      return new Parcel<>(message, Arrays.copyOfRange(bytes, buffer.position(), bytes.length));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("No message of a fleet: " + e.getOriginalMessage(), e);
    }
  }
}
