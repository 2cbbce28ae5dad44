package dev.evokernel.backend;

/** How a compilation ended. */
public sealed interface Compilation {

  record Compiled(Binary binary) implements Compilation {}

  /**
   * @param log the compiler's messages
   * @param timedOut whether it was stopped because it took too long
   */
  record Failed(String log, boolean timedOut) implements Compilation {}
}
