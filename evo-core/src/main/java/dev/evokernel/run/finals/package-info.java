/**
 * Finals of a run: selection of finalists, the measuring processes, and the sanitizer at their end.
 */
@NullMarked
package dev.evokernel.run.finals;

import org.jspecify.annotations.NullMarked;
