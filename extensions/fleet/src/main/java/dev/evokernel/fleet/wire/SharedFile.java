package dev.evokernel.fleet.wire;

/**
 * File that is copied to hosts, identified by its content.
 *
 * @param path relative to the folder of the copy, separated by {@code /}
 * @param digest SHA-256 of the content, hexadecimal
 * @param executable whether the owner may execute the file
 */
public record SharedFile(String path, String digest, boolean executable) {

  public SharedFile {
    if (path.isBlank()
        || path.startsWith("/")
        || java.util.List.of(path.split("/", -1)).contains("..")) {
      throw new IllegalArgumentException(
          "A shared file must lie inside the copy's folder, was '" + path + "'.");
    }
    ContentStore.requireDigest(digest);
  }
}
