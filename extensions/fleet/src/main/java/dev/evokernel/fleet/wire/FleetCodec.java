package dev.evokernel.fleet.wire;

import module java.base;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.outcome.Resources;
import dev.evokernel.worker.protocol.Protocol;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Encoding of messages: the length of the JSON in four bytes, the JSON, and optional content. */
public final class FleetCodec {

  /** Version of the messages, raised with every change; both sides must agree. */
  private static final int VERSION = 2;

  /** Version of the messages and of the records in them. */
  public static final String PROTOCOL = VERSION + "." + Protocol.VERSION;

  /** Types of components that may be null in JSON. */
  private static final List<Class<?>> MAY_LACK =
      List.of(Optional.class, OptionalInt.class, OptionalDouble.class, Resources.class);

  /** Mapper of messages. A record must have all its components, and no others; none is null. */
  static final JsonMapper JSON = mapper();

  private static final int LONGEST_NAME = 200;
  private static final Pattern CONTROL = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

  /**
   * Message with its content.
   *
   * @param content empty for most messages
   */
  @SuppressWarnings("ArrayRecordComponent")
  public // Never compared.
  record Parcel<T>(T message, byte[] content) {}

  private FleetCodec() {}

  private static JsonMapper mapper() {
    JsonMapper.Builder builder =
        Protocol.JSON
            .rebuild()
            .enable(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .changeDefaultVisibility(
                usual -> usual.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .changeDefaultNullHandling(_ -> JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL));
    for (Class<?> mayLack : MAY_LACK) {
      builder.withConfigOverride(
          mayLack, type -> type.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.SET)));
    }
    return builder.build();
  }

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
    byte[] json = JSON.writerFor(family).writeValueAsBytes(message);
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
      T message = JSON.readValue(json, family);
      return new Parcel<>(message, Arrays.copyOfRange(bytes, buffer.position(), bytes.length));
    } catch (JacksonException e) {
      String why =
          e.getCause() instanceof IllegalArgumentException impossible
              ? String.valueOf(impossible.getMessage())
              : e.getOriginalMessage();
      throw new IllegalArgumentException("Not a fleet message: " + why, e);
    }
  }

  /**
   * Checks a name that is printed and recorded.
   *
   * @throws IllegalArgumentException if the name is blank, long, or has control characters
   */
  public static String requireName(String what, String name) {
    if (name.isBlank() || name.length() > LONGEST_NAME || CONTROL.matcher(name).find()) {
      throw new IllegalArgumentException(
          "%s must have 1 to %d printable characters on one line, was '%s'."
              .formatted(what, LONGEST_NAME, Printable.line(name)));
    }
    return name;
  }
}
