/**
 * Records of a run: the journal, the registry of candidates, the state of the search, and the copy
 * of the kernel.
 */
@NullMarked
package dev.evokernel.run.record;

import org.jspecify.annotations.NullMarked;
