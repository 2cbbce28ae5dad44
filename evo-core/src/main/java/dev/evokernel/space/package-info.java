/**
 * The configurations that satisfy a kernel's constraints: counted, numbered, sampled, and their
 * neighbours found.
 *
 * <p>A {@link dev.evokernel.space.SearchSpace} splits the parameters into components that share no
 * constraint, enumerates each component once, and never builds their cross product. Everything
 * above it, the search first of all, asks the space and tests no constraint itself.
 */
@NullMarked
package dev.evokernel.space;

import org.jspecify.annotations.NullMarked;
