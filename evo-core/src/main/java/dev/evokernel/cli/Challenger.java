package dev.evokernel.cli;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.store.LeaderboardEntry;
import java.util.function.Function;

/**
 * A configuration of the present source that is to be judged.
 *
 * @param name for people
 * @param configuration which one, given what it is held against
 */
record Challenger(String name, Function<LeaderboardEntry, Configuration> configuration) {}
