/**
 * Fault injection, which tests that a run survives faults.
 *
 * <p>A {@link dev.evokernel.lab.selftest.SelfTestSession} runs real jobs on a kernel that ships
 * with evo, in its own results folder. A {@code FaultInjectionRun} replaces the search: it proposes
 * faulty candidates, each followed by a healthy one. It also injects faults from outside, such as a
 * killed worker. The outcomes are read from the store.
 *
 * <p>The session also runs kernels that cheat: each competes with an honest default in its own run,
 * and none may become champion.
 */
@NullMarked
package dev.evokernel.lab.selftest;

import org.jspecify.annotations.NullMarked;
