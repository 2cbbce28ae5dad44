/**
 * The configurations that satisfy a kernel's constraints: counted, numbered, drawn, repaired, and
 * their neighbours found, whether they are a dozen or 10²⁴.
 *
 * <p>A {@link dev.evokernel.space.SearchSpace} splits the parameters into components that share no
 * constraint and never builds their cross product. A component is a decision diagram; without
 * enough structure for one it is a list, or a diagram of some constraints and rejection for the
 * others. Everything above it, the search first of all, asks the space and tests no constraint
 * itself.
 */
@NullMarked
package dev.evokernel.space;

import org.jspecify.annotations.NullMarked;
