package dev.evokernel.backend;

/**
 * Something a backend needs from the machine.
 *
 * @param name for example {@code C compiler}
 * @param present whether it is there and works
 * @param needed whether the backend cannot work without it
 * @param found what was found, or what went wrong
 * @param remedy what to do when it is missing; empty when present
 */
public record Requirement(
    String name, boolean present, boolean needed, String found, String remedy) {}
