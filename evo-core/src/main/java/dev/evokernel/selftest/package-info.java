/**
 * Fault injection: every fault that a run must survive, injected on purpose.
 *
 * <p>A {@link dev.evokernel.selftest.SelfTest} runs real jobs on the kernel that ships with evo, in
 * a results folder of its own. A {@code FaultInjectionRun} takes the place of the search and
 * proposes the faulty candidates in turn, each followed by a healthy one; a {@code FaultInjector}
 * adds the faults from outside, such as a killed worker. The outcomes are read back from the store.
 *
 * <p>A {@link dev.evokernel.selftest.LieDetection} does the same with kernels that deceive: each
 * competes with an honest default in a run of its own, and none may become its champion.
 */
@NullMarked
package dev.evokernel.selftest;

import org.jspecify.annotations.NullMarked;
