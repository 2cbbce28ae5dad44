package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import java.util.Optional;

/**
 * Device, compiler, host and program version of a run.
 *
 * @param commit of the kernel's working tree; empty outside one
 * @param architecture of the device, for example {@code sm_90}; empty if unknown
 * @param fleet id of the run that began first among the runs that share a fleet; empty for that run
 *     and for a run without a fleet
 * @param traits of the device that its name leaves open, for example {@code 132 cores, 140 GiB,
 *     1980 MHz, 700 W}; empty in a run of evo before this was recorded
 * @param merged whether the run came by {@code evo runs merge}: its times are claims until measured
 *     here
 */
public record Provenance(
    DeviceIdentity device,
    String compiler,
    String host,
    Optional<Commit> commit,
    String evoVersion,
    Optional<String> architecture,
    Optional<String> fleet,
    Optional<String> traits,
    boolean merged) {

  /** Git commit that a run was started from. */
  public record Commit(String hash, boolean dirty) {

    public Commit {
      if (hash.isBlank()) {
        throw new IllegalArgumentException("A commit needs a hash.");
      }
    }

    /** Abbreviated hash, for example {@code 1a2b3c4d5e}; {@code 1a2b3c4d5e+} for a dirty commit. */
    @Override
    public String toString() {
      return hash.substring(0, Math.min(10, hash.length())) + (dirty ? "+" : "");
    }
  }
}
