package dev.evokernel.outcome;

/** Outcome of a miniature's launch. */
public sealed interface MiniatureOutcome {

  record Timed(MiniatureTiming timing) implements MiniatureOutcome {}

  record Refused(Outcome.Rejected rejection) implements MiniatureOutcome {}
}
