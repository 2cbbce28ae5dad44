package dev.evokernel.workers;

import dev.evokernel.backend.Compilation;
import dev.evokernel.store.CandidateProposal;

/** A candidate that has been through the compiler. */
public record CompiledCandidate(CandidateProposal candidate, Compilation compilation) {}
