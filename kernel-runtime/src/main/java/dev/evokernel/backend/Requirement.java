package dev.evokernel.backend;

/**
 * Requirement of a backend on the machine.
 *
 * @param name for example {@code C compiler}
 * @param present whether it is installed and works
 * @param needed whether the backend cannot work without it
 * @param found what was found, or what went wrong
 * @param remedy how to repair a missing requirement; empty when present
 */
public record Requirement(
    String name, boolean present, boolean needed, String found, String remedy) {}
