/**
 * What a {@code kernel.yaml} says, as records, and the reader that makes them.
 *
 * <p>A {@link dev.evokernel.kernel.Kernel} is one kernel as one backend sees it. Everything in it
 * has been checked when it was read; users of a kernel need not check again.
 */
@NullMarked
package dev.evokernel.kernel;

import org.jspecify.annotations.NullMarked;
