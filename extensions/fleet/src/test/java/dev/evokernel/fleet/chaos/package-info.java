/**
 * Fault injection into a fleet. A run over TLS on loopback, with a coordinator and hosts in
 * separate processes and folders, suffers the faults of a plan. The plan follows from a random
 * seed. The result is compared with an undisturbed run of the same random seed.
 *
 * <p>{@link dev.evokernel.fleet.chaos.ChaosPlan} lists the faults, {@link
 * dev.evokernel.fleet.chaos.ChaosRun} injects them, {@link
 * dev.evokernel.fleet.chaos.ChaosComparison} finds the differences.
 */
@NullMarked
package dev.evokernel.fleet.chaos;

import org.jspecify.annotations.NullMarked;
