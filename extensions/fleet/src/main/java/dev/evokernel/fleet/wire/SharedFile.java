package dev.evokernel.fleet.wire;

/**
 * A file that hosts have a copy of, by its content.
 *
 * @param path relative to the folder of the copy, with {@code /} between its parts
 * @param digest SHA-256 of the content, hexadecimal
 * @param executable whether its owner may execute it
 */
public record SharedFile(String path, String digest, boolean executable) {

  public SharedFile {
    if (path.isBlank()
        || path.startsWith("/")
        || java.util.List.of(path.split("/", -1)).contains("..")) {
      throw new IllegalArgumentException(
          "A shared file must lie in the folder of its copy, was '" + path + "'.");
    }
    ContentStore.requireDigest(digest);
  }
}
