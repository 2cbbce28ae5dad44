/**
 * Imports of kernels that were described for other tuners, and first drafts of {@code kernel.yaml}
 * from a source: {@code evo import} and {@code evo init}.
 *
 * <p>Imported sources stay in place, unchanged. Without expected results, results are compared with
 * those of the default configuration. Assumptions and omissions are listed as notes, guesses of a
 * draft are marked TODO. Python is read by Python's own parser, see {@link
 * dev.evokernel.imports.PythonReader}, and C by patterns: no compiler can parse a source with
 * undefined macros.
 */
@NullMarked
package dev.evokernel.imports;

import org.jspecify.annotations.NullMarked;
