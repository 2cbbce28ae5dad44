/**
 * Measurement of evo itself: scores of the search on recorded spaces, studies of jobs with several
 * random seeds, fault injection, and rankings of configurations by a kernel's miniature.
 *
 * <p>A {@link dev.evokernel.lab.SelfTestSession} runs real jobs on a kernel that ships with evo, in
 * its own results folder. It proposes faulty candidates, each followed by a healthy one, and
 * injects faults from outside, such as a killed worker. It also runs kernels that cheat: each
 * competes with an honest default in its own run, and none may become champion.
 */
@NullMarked
package dev.evokernel.lab;

import org.jspecify.annotations.NullMarked;
