/**
 * What one run is to do, as plain records: {@link dev.evokernel.spec.RunSpec} and its parts, which
 * other packages take one by one.
 *
 * <p>Nothing here measures or decides. A spec is complete before the first process starts, and a
 * resumed run has the spec that it began with.
 */
@NullMarked
package dev.evokernel.spec;

import org.jspecify.annotations.NullMarked;
