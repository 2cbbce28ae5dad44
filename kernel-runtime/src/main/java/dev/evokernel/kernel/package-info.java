/**
 * Records for the contents of a {@code kernel.yaml}, and their reader.
 *
 * <p>A {@link dev.evokernel.kernel.Kernel} is a kernel on one backend. The reader checks
 * everything, so that users of a kernel need not check again.
 */
@NullMarked
package dev.evokernel.kernel;

import org.jspecify.annotations.NullMarked;
