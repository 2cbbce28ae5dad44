package dev.evokernel.worker;

import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Spent;

/**
 * How an evaluation ended, and how its device time was spent.
 *
 * @param spent by the worker's own clock; {@link Spent#NOTHING} when the process was lost
 */
public record Evaluated(Outcome outcome, Spent spent) {}
