/**
 * Finals of a run: who takes part, the processes that measure them, and the sanitizer at their
 * end.
 */
@NullMarked
package dev.evokernel.run.finals;

import org.jspecify.annotations.NullMarked;
