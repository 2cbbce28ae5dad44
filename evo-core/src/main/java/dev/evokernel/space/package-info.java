/**
 * Configurations that satisfy a kernel's constraints: counted, numbered, drawn, repaired and their
 * neighbours found, for spaces from a dozen to 10²⁴ configurations.
 *
 * <p>A {@link dev.evokernel.space.SearchSpace} splits the parameters into components that share no
 * constraint and never builds their cross product. A component is a decision diagram. Without
 * enough structure for a diagram, it is a list, or a diagram of some constraints with rejection for
 * the others. The search and all other packages query the space and test no constraint themselves.
 */
@NullMarked
package dev.evokernel.space;

import org.jspecify.annotations.NullMarked;
