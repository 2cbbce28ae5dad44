package dev.evokernel.backend;

import java.util.Optional;

/**
 * Requirement of a backend on the machine.
 *
 * @param name for example {@code C compiler}
 * @param needed whether the backend cannot work without it
 * @param remedy how to repair a missing requirement; empty when present
 */
public record Requirement(
    String name, boolean present, boolean needed, String found, String remedy) {

  /**
   * Makes a requirement that is met where {@code found} is present.
   *
   * @param missing takes the place of {@code found} where it is empty
   */
  public static Requirement of(
      String name, boolean needed, Optional<String> found, String missing, String remedy) {
    boolean present = found.isPresent();
    return new Requirement(name, present, needed, found.orElse(missing), present ? "" : remedy);
  }
}
