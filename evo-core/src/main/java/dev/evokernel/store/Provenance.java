package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import java.util.Optional;

/**
 * Where and with what a run measures.
 *
 * @param compiler its name and version
 * @param host the machine's name
 * @param commit of the kernel's working tree; empty outside one
 * @param evoVersion of this program
 */
public record Provenance(
    DeviceIdentity device,
    String compiler,
    String host,
    Optional<Commit> commit,
    String evoVersion) {}
