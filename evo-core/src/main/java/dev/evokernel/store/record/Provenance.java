package dev.evokernel.store.record;

import dev.evokernel.backend.DeviceIdentity;
import java.util.Optional;

/**
 * Device, compiler, host and program version of a run.
 *
 * @param compiler its name and version
 * @param host the machine's name
 * @param commit of the kernel's working tree; empty outside one
 * @param architecture of the device, for example {@code sm_90}; empty if unknown
 * @param fleet id of the run that began first among the runs that share a fleet; empty for that run
 *     and for a run without a fleet
 */
public record Provenance(
    DeviceIdentity device,
    String compiler,
    String host,
    Optional<Commit> commit,
    String evoVersion,
    Optional<String> architecture,
    Optional<String> fleet) {}
