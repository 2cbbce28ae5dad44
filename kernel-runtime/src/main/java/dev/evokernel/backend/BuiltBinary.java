package dev.evokernel.backend;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A binary with what the program that built it says of its launch. Both lie in one file, so that
 * the cache keeps, counts and evicts them as one, and so that two binaries with the same code and
 * another launch have two digests: behind the binary stand the launch as JSON, its length (eight
 * bytes, most significant first) and a mark. Loaders of ELF files read what the file's header names
 * and no further.
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

  /** The binary alone. */
  public byte[] image() {
    return image.clone();
  }

  /** Whether the binary is machine code; what is none is a PTX program, as text. */
  public boolean isElf() {
    return image.length >= ELF.length && Arrays.equals(image, 0, ELF.length, ELF, 0, ELF.length);
  }

  /** {@link BuiltLaunch#NONE} where the file has no such end. */
  public BuiltLaunch launch() {
    return launch;
  }

  /** Appends the launch to a file that holds the binary alone. */
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
      throw new IOException("the end of the binary says " + length + " bytes of launch");
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
