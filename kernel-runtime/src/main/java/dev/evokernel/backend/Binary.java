package dev.evokernel.backend;

import java.nio.file.Path;

/**
 * A compiled candidate.
 *
 * @param file in the cache, absolute
 * @param digest SHA-256 of the file's content, hexadecimal; equal binaries need not be timed twice
 * @param compileNanos how long the compiler took; 0 when the cache had it
 */
public record Binary(Path file, String digest, long compileNanos) {}
