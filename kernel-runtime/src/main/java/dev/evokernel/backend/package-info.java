/**
 * The seam between what evo does to a candidate and the machine it is done on.
 *
 * <p>A {@link dev.evokernel.backend.Backend} finds devices and compilers; a {@link
 * dev.evokernel.backend.Device} loads binaries and offers a {@link dev.evokernel.backend.Workspace}
 * for each shape. The gate and the measurement are written against this package alone.
 */
@NullMarked
package dev.evokernel.backend;

import org.jspecify.annotations.NullMarked;
