package dev.evokernel.kernel;

/**
 * A key of 0.1 in a YAML file.
 *
 * @param old as it stands in the file
 * @param now what it is called since 0.2
 * @param place where it stands, its quotes included
 */
public record RenamedKey(String old, String now, Place place) {

  String message() {
    return "'%s' is called '%s' since 0.2".formatted(old, now);
  }
}
