package dev.evokernel.backend.binary;

import module java.base;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Binary with the launch that its build program described. One file holds both, so that the cache
 * stores, counts and evicts them together, and equal code with different launches has different
 * digests.
 *
 * <p>After the binary follow the launch as JSON, the length of the JSON (eight bytes, most
 * significant first) and a mark. Loaders of ELF files ignore bytes that the file's header does not
 * name.
 */
public final class BuiltBinary {

  private static final byte[] MARK = "EVOBUILT".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};
  private static final int END = Long.BYTES + MARK.length;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final byte[] image;
  private final BuiltLaunch launch;

  private BuiltBinary(byte[] image, BuiltLaunch launch) {
    this.image = image;
    this.launch = launch;
  }

  /** Binary without the launch. */
  public byte[] image() {
    return image.clone();
  }

  /** Whether the binary is machine code; otherwise it is PTX text. */
  public boolean isElf() {
    return image.length >= ELF.length && Arrays.equals(image, 0, ELF.length, ELF, 0, ELF.length);
  }

  /** Launch; {@link BuiltLaunch#NONE} where the file has none. */
  public BuiltLaunch launch() {
    return launch;
  }

  /** Appends a launch to a file that holds only the binary. */
  public static void append(Path file, BuiltLaunch launch) throws IOException {
    byte[] text = JSON.writeValueAsBytes(launch);
    ByteBuffer end = ByteBuffer.allocate(text.length + END);
    end.put(text).putLong(text.length).put(MARK);
    Files.write(file, end.array(), StandardOpenOption.APPEND);
  }

  public static BuiltBinary read(Path file) throws IOException {
    return of(Files.readAllBytes(file));
  }

  static BuiltBinary of(byte[] content) throws IOException {
    int end = content.length - END;
    if (end < 0
        || !Arrays.equals(content, end + Long.BYTES, content.length, MARK, 0, MARK.length)) {
      return new BuiltBinary(content, BuiltLaunch.NONE);
    }
    long length = ByteBuffer.wrap(content, end, Long.BYTES).getLong();
    if (length < 0 || length > end) {
      throw new IOException("the end of the binary gives its launch " + length + " bytes");
    }
    int start = Math.toIntExact(end - length);
    try {
      return new BuiltBinary(
          Arrays.copyOf(content, start),
          JSON.readValue(Arrays.copyOfRange(content, start, end), BuiltLaunch.class));
    } catch (JacksonException e) {
      throw new IOException("the end of the binary is no launch: " + e.getOriginalMessage(), e);
    }
  }
}
