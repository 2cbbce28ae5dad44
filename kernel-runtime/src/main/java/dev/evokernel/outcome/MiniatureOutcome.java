package dev.evokernel.outcome;

/** How one launch of a miniature ended. */
public sealed interface MiniatureOutcome {

  record Timed(MiniatureTiming timing) implements MiniatureOutcome {}

  record Refused(Outcome.Rejected rejection) implements MiniatureOutcome {}
}
