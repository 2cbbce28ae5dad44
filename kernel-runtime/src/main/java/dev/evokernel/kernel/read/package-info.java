/**
 * Reader of {@code kernel.yaml}. It checks everything, so that users of a kernel need not check
 * again.
 */
@NullMarked
package dev.evokernel.kernel.read;

import org.jspecify.annotations.NullMarked;
