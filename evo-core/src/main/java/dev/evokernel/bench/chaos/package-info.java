/**
 * Whether a fleet keeps its promises when its processes are killed: a run over TLS on loopback,
 * with a coordinator and hosts that are processes with folders of their own, is struck by a plan
 * that follows from a random seed, and compared with a run of the same random seed in which nothing
 * was.
 *
 * <p>{@link dev.evokernel.bench.chaos.ChaosPlan} says what is struck when, {@link
 * dev.evokernel.bench.chaos.ChaosRun} does it, {@link dev.evokernel.bench.chaos.ChaosComparison}
 * finds what differs.
 */
@NullMarked
package dev.evokernel.bench.chaos;

import org.jspecify.annotations.NullMarked;
