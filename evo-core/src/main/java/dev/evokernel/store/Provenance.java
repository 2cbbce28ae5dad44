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
 * @param architecture of the device, for example {@code sm_90}; empty where it is not known
 * @param fleet the run that was begun first of those that share its fleet; empty for that one, and
 *     where none does
 */
public record Provenance(
    DeviceIdentity device,
    String compiler,
    String host,
    Optional<Commit> commit,
    String evoVersion,
    Optional<String> architecture,
    Optional<String> fleet) {

  /** Of a run that shares its devices with none. */
  public Provenance(
      DeviceIdentity device,
      String compiler,
      String host,
      Optional<Commit> commit,
      String evoVersion,
      Optional<String> architecture) {
    this(device, compiler, host, commit, evoVersion, architecture, Optional.empty());
  }

  /** On a device whose architecture is not known. */
  public Provenance(
      DeviceIdentity device,
      String compiler,
      String host,
      Optional<Commit> commit,
      String evoVersion) {
    this(device, compiler, host, commit, evoVersion, Optional.empty(), Optional.empty());
  }
}
