/**
 * Kernels that were described for other tuners, made into folders that evo runs: the auto-tuning
 * community's T1 files, and scripts that call Kernel Tuner.
 *
 * <p>The sources stay where they are and as they are. What a description does not say, evo does not
 * invent: the folder's reference is then the kernel itself in its default configuration, and what
 * cannot be carried over is listed.
 */
@NullMarked
package dev.evokernel.imports;

import org.jspecify.annotations.NullMarked;
