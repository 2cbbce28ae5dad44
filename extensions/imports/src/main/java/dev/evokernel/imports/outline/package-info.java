/**
 * First drafts of {@code kernel.yaml} from a source: reads the functions' parameters and the
 * tunable macros, and marks guesses as TODO.
 */
@NullMarked
package dev.evokernel.imports.outline;

import org.jspecify.annotations.NullMarked;
