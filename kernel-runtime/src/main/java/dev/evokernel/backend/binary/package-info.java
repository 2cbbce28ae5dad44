/**
 * Binaries and the cache that keeps them by content.
 */
@NullMarked
package dev.evokernel.backend.binary;

import org.jspecify.annotations.NullMarked;
