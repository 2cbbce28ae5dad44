package dev.evokernel.backend.binary;

/** Result of a compilation. */
public sealed interface Compilation {

  record Compiled(Binary binary) implements Compilation {}

  /**
   * @param log the compiler's messages
   * @param timedOut whether the compiler was stopped at its limit
   */
  record Failed(String log, boolean timedOut) implements Compilation {}
}
