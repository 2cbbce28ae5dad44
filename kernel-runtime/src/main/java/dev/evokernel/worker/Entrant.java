package dev.evokernel.worker;

import dev.evokernel.backend.Binary;
import dev.evokernel.kernel.Configuration;

/** A configuration in the finals, with its binary. */
public record Entrant(Configuration configuration, Binary binary) {}
