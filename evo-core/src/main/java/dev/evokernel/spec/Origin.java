package dev.evokernel.spec;

import module java.base;

import dev.evokernel.store.Provenance.Commit;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Source and destination of a run; neither affects its result.
 *
 * @param folder the kernel's folder as the job names it
 * @param commit of the working tree around {@code folder}; empty outside one
 * @param fleet id of the run that began first among the runs that share a fleet; empty for that run
 *     and for a run without a fleet
 */
public record Origin(
    Path folder,
    String sourceHash,
    Path results,
    String job,
    Optional<Commit> commit,
    String evoVersion,
    Optional<String> fleet) {}
