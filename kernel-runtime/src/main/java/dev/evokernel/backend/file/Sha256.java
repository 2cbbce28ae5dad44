package dev.evokernel.backend.file;

import module java.base;

import dev.evokernel.kernel.Configuration;

/** SHA-256 in hexadecimal. */
public final class Sha256 {

  /** Largest part of memory that a buffer of Java holds, rounded. */
  private static final long PIECE = 1L << 30;

  private final MessageDigest sha = Configuration.sha256();

  public Sha256() {}

  /** Adds a part with its length, so that the borders of parts count. */
  public Sha256 add(String part) {
    byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
    sha.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    sha.update(bytes);
    return this;
  }

  /** Digest of the parts so far; starts a new digest. */
  public String hex() {
    return HexFormat.of().formatHex(sha.digest());
  }

  public static String of(byte[] content) {
    return HexFormat.of().formatHex(Configuration.sha256().digest(content));
  }

  public static String of(MemorySegment memory) {
    MessageDigest sha = Configuration.sha256();
    for (long done = 0; done < memory.byteSize(); done += PIECE) {
      sha.update(memory.asSlice(done, Math.min(PIECE, memory.byteSize() - done)).asByteBuffer());
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  public static String of(Path file) throws IOException {
    MessageDigest sha = Configuration.sha256();
    try (InputStream stream = new DigestInputStream(Files.newInputStream(file), sha)) {
      stream.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(sha.digest());
  }
}
