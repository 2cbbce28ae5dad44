/**
 * Seam between the evaluation of a candidate and the device that runs it.
 *
 * <p>A {@link dev.evokernel.backend.Backend} finds devices and compilers. A {@link
 * dev.evokernel.backend.Device} loads binaries and offers a {@link dev.evokernel.backend.Workspace}
 * for each shape. The correctness gate and the measurement depend on this package alone.
 */
@NullMarked
package dev.evokernel.backend;

import org.jspecify.annotations.NullMarked;
