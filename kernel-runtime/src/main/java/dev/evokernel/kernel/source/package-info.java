/**
 * Sources, entries and references of a kernel.
 */
@NullMarked
package dev.evokernel.kernel.source;

import org.jspecify.annotations.NullMarked;
