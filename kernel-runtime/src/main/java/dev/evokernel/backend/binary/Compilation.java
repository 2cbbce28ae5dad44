package dev.evokernel.backend.binary;

/** Result of a compilation. */
public sealed interface Compilation {

  record Compiled(Binary binary) implements Compilation {}

  record Failed(String log, boolean timedOut) implements Compilation {}
}
