package dev.evokernel.schedule;

import dev.evokernel.backend.Compilation;
import dev.evokernel.store.Proposal;

/** A candidate that has been through the compiler. */
record Built(Proposal candidate, Compilation compilation) {}
