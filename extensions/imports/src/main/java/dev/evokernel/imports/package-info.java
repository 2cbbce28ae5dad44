/**
 * Imports of kernels that were described for other tuners: T1 files of the auto-tuning community,
 * and scripts that call Kernel Tuner.
 *
 * <p>The sources stay in place, unchanged. Without expected results, results are compared with
 * those of the default configuration. Assumptions and omissions are listed as notes.
 */
@NullMarked
package dev.evokernel.imports;

import org.jspecify.annotations.NullMarked;
