/**
 * Runs of Nsight Compute around a process that launches one candidate once, and the interpretation
 * of its counters, for {@code evo profile}.
 */
@NullMarked
package dev.evokernel.profile;

import org.jspecify.annotations.NullMarked;
