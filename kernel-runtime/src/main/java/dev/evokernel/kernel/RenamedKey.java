package dev.evokernel.kernel;

/**
 * Key of 0.1 in a YAML file.
 *
 * @param old name in the file
 * @param now name since 0.2
 * @param place place of the old name, quotes included
 */
public record RenamedKey(String old, String now, Place place) {

  String message() {
    return "'%s' is called '%s' since 0.2".formatted(old, now);
  }
}
