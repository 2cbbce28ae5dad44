/**
 * What the command line and the library have in common, as use cases: open a session of a run,
 * choose a device and hold its lock, read the kernel that a path names, compare two sides, run the
 * regression gate, study one candidate.
 *
 * <p>Nothing here parses a command line or prints. News goes to a {@code Consumer<String>}, one
 * line at a time; a request that cannot be met is a {@link dev.evokernel.tuning.BadInputException}
 * and a machine that lacks something an {@link dev.evokernel.backend.EnvironmentException}, each
 * with a message that names a way out.
 */
@NullMarked
package dev.evokernel.tuning;

import org.jspecify.annotations.NullMarked;
