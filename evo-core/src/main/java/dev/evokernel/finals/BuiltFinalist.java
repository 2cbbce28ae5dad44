package dev.evokernel.finals;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.store.Candidate;

/** A candidate of the finals, with its binary. */
public record BuiltFinalist(Candidate candidate, Binary binary) {}
