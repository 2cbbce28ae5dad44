package dev.evokernel.fleet.wire;

import dev.evokernel.worker.protocol.Protocol;
import java.nio.ByteBuffer;
import java.util.Arrays;
import tools.jackson.core.JacksonException;

/** Encoding of messages: the length of the JSON in four bytes, the JSON, and optional content. */
public final class FleetCodec {

  /** Version of the messages, raised with every change; both sides must agree. */
  private static final int VERSION = 1;

  /** Version of the messages and of the records in them. */
  public static final String PROTOCOL = VERSION + "." + Protocol.VERSION;

  /**
   * Message with its content.
   *
   * @param content empty for most messages
   */
  @SuppressWarnings("ArrayRecordComponent")
  public // Never compared.
  record Parcel<T>(T message, byte[] content) {}

  private FleetCodec() {}

  /** Message for a worker of another version than its coordinator. */
  public static String mismatch(
      FleetAddress coordinator, String evo, String protocol, String ownEvo, String ownProtocol) {
    return "The coordinator at %s runs evo %s (protocol %s), but this worker evo %s (protocol %s). Install evo %s on this host, and join again."
        .formatted(coordinator, evo, protocol, ownEvo, ownProtocol, evo);
  }

  /**
   * @param content empty for most messages
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
          "Not a fleet message: %d bytes, of which the JSON would be %d."
              .formatted(bytes.length, length));
    }
    byte[] json = new byte[length];
    buffer.get(json);
    try {
      T message = Protocol.JSON.readValue(json, family);
      return new Parcel<>(message, Arrays.copyOfRange(bytes, buffer.position(), bytes.length));
    } catch (JacksonException e) {
      throw new IllegalArgumentException("Not a fleet message: " + e.getOriginalMessage(), e);
    }
  }
}
