/**
 * Description of one run as plain records: {@link dev.evokernel.spec.RunSpec} and its parts.
 *
 * <p>A spec is complete before the first process starts, and a resumed run keeps its spec.
 */
@NullMarked
package dev.evokernel.spec;

import org.jspecify.annotations.NullMarked;
