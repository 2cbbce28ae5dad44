package dev.evokernel.worker;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Spent;

/**
 * How an evaluation ended and what its device was busy with.
 *
 * @param spent by the worker's own clock; nothing where the process was lost, and its account with
 *     it
 */
public record Evaluated(Outcome outcome, Spent spent) {}
