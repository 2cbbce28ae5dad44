package dev.evokernel.finals;

import dev.evokernel.backend.Binary;
import dev.evokernel.store.Candidate;

/** A candidate that enters the finals, with its binary. */
public record BuiltFinalist(Candidate candidate, Binary binary) {}
