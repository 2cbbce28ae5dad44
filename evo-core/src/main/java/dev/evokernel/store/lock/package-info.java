/**
 * Locks that name their holder.
 */
@NullMarked
package dev.evokernel.store.lock;

import org.jspecify.annotations.NullMarked;
