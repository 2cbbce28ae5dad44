package dev.evokernel.outcome;

/** How one try of a miniature ended. */
public sealed interface MiniatureOutcome {

  record Timed(MiniatureTiming timing) implements MiniatureOutcome {}

  record Refused(Outcome.Rejected rejection) implements MiniatureOutcome {}
}
