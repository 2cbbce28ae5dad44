package dev.evokernel.backend.file;

import module java.base;

/** SHA-256 in hexadecimal. */
public final class Sha256 {

  private final MessageDigest sha = fresh();

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
    return HexFormat.of().formatHex(fresh().digest(content));
  }

  public static String of(Path file) throws IOException {
    MessageDigest sha = fresh();
    try (InputStream stream = new DigestInputStream(Files.newInputStream(file), sha)) {
      stream.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  private static MessageDigest fresh() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256.", e);
    }
  }
}
