package dev.evokernel.fleet;

import module java.base;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.evokernel.outcome.Resources;
import dev.evokernel.worker.protocol.Protocol;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * One end of the pipe between a coordinator and a host: the standard streams of {@code evo worker}.
 *
 * <p>The host begins with a line of text, which names its version. Lines before it are those of a
 * shell or a launcher, and are skipped. Then both send messages: the length of the JSON and the
 * length of the content in four bytes each, the JSON, the content, and a line feed: {@code srun}
 * holds back what does not end with one. Several threads may send; one receives.
 *
 * @param <I> the family of received messages
 * @param <O> the family of sent messages
 */
final class Pipe<I, O> {

  /** Version of the messages, raised with every change; both sides must agree. */
  private static final int VERSION = 4;

  /** Version of the messages and of the records in them. */
  public static final String PROTOCOL = VERSION + "." + Protocol.VERSION;

  /** Interval between two signs of life. */
  public static final Duration HEARTBEAT = Duration.ofSeconds(2);

  /** Most bytes of a message with its content. */
  public static final int FROM_HOST = 16 << 20;

  public static final int TO_HOST = Integer.MAX_VALUE - 64;

  private static final String GREETING = "evo-worker";
  private static final int GREETING_LINES = 1000;
  private static final int LONGEST_LINE = 4096;

  /** Bytes to quote of a text that is no message. */
  private static final int TEXT = 60;

  /** Types of components that may be null in JSON. */
  private static final List<Class<?>> MAY_LACK =
      List.of(Optional.class, OptionalInt.class, OptionalDouble.class, Resources.class);

  private static final JsonMapper JSON = mapper();

  private final DataInputStream in;
  private final DataOutputStream out;
  private final Class<I> incoming;
  private final Class<O> outgoing;
  private final int most;

  /**
   * Message with its content.
   *
   * @param content empty for most messages
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Parcel<T>(T message, byte[] content) {}

  /** Bytes that are no message of the family. */
  public static final class NoMessageException extends IOException {
    private static final long serialVersionUID = 1;

    NoMessageException(String message) {
      super(message);
    }
  }

  /**
   * @param most bytes of a received message
   */
  public Pipe(InputStream in, OutputStream out, Class<I> incoming, Class<O> outgoing, int most) {
    this.in = new DataInputStream(new BufferedInputStream(in));
    this.out = new DataOutputStream(new BufferedOutputStream(out));
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.most = most;
  }

  /** Maps strictly: a record must have all its components, and no others; none is null. */
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

  public synchronized void greet(String evoVersion) throws IOException {
    out.writeBytes("\n%s %s %s\n".formatted(GREETING, PROTOCOL, evoVersion));
    out.flush();
  }

  /**
   * Reads up to the host's first line.
   *
   * @param evoVersion of this evo
   * @return why the host cannot take part; empty if the versions agree
   * @throws IOException if the stream ends before the line
   */
  public Optional<String> awaitGreeting(String evoVersion) throws IOException {
    for (int i = 0; i < GREETING_LINES; i++) {
      String[] words = line().split(" ", 3);
      if (words.length == 3 && words[0].equals(GREETING)) {
        return words[1].equals(PROTOCOL)
            ? Optional.empty()
            : Optional.of(
                "The worker runs evo %s (protocol %s), but this coordinator evo %s (protocol %s). Install evo %s on the worker's host."
                    .formatted(words[2], words[1], evoVersion, PROTOCOL, evoVersion));
      }
    }
    throw new NoMessageException("%d lines that are not of a worker".formatted(GREETING_LINES));
  }

  private static boolean isText(byte[] bytes) {
    for (byte each : bytes) {
      if (each < ' ' && each != '\n' && each != '\r' && each != '\t') {
        return false;
      }
    }
    return true;
  }

  private String line() throws IOException {
    var line = new StringBuilder();
    for (int next = in.readUnsignedByte(); next != '\n'; next = in.readUnsignedByte()) {
      if (line.length() < LONGEST_LINE) {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  /**
   * @param content empty for most messages
   */
  public synchronized void send(O message, byte... content) throws IOException {
    byte[] json = JSON.writerFor(outgoing).writeValueAsBytes(message);
    out.writeInt(json.length);
    out.writeInt(content.length);
    out.write(json);
    out.write(content);
    out.writeByte('\n');
    out.flush();
  }

  /**
   * Receives the next message; empty if the other end has closed.
   *
   * @throws NoMessageException if the bytes are no message of the family
   */
  public Optional<Parcel<I>> receive() throws IOException {
    int length;
    try {
      length = in.readInt();
    } catch (EOFException _) {
      return Optional.empty();
    }
    int rest = in.readInt();
    if (length < 0 || rest < 0 || (long) length + rest > most) {
      byte[] head = ByteBuffer.allocate(2 * Integer.BYTES).putInt(length).putInt(rest).array();
      throw new NoMessageException(
          isText(head)
              ? "the text '%s%s' in place of a message"
                  .formatted(
                      new String(head, StandardCharsets.US_ASCII),
                      new String(
                              in.readNBytes(Math.min(TEXT, in.available())), StandardCharsets.UTF_8)
                          .strip())
              : "a message of %d + %d bytes, more than %d or fewer than 0"
                  .formatted(length, rest, most));
    }
    byte[] json = in.readNBytes(length);
    byte[] content = in.readNBytes(rest);
    if (json.length < length || content.length < rest) {
      return Optional.empty();
    }
    try {
      I message = JSON.readValue(json, incoming);
      int end = in.read();
      if (end >= 0 && end != '\n') {
        throw new NoMessageException("a message without its end");
      }
      return end < 0 ? Optional.empty() : Optional.of(new Parcel<>(message, content));
    } catch (JacksonException e) {
      throw new NoMessageException(
          "what no evo sends: "
              + (e.getCause() instanceof IllegalArgumentException impossible
                  ? String.valueOf(impossible.getMessage())
                  : e.getOriginalMessage()));
    }
  }
}
