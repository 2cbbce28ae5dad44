package dev.evokernel.spec;

import dev.evokernel.store.Commit;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a run comes from and where its results go; nothing here changes what it finds.
 *
 * @param folder the kernel's folder as the job names it
 * @param sourceHash of the kernel's files
 * @param results the folder of the store and of all runs
 * @param job the text of the job, for the record
 * @param commit of the working tree around {@code folder}; empty outside of one
 * @param evoVersion the version that ran it
 * @param fleet the run that was begun first of those that share its fleet; empty for that one, and
 *     where none does
 */
public record Origin(
    Path folder,
    String sourceHash,
    Path results,
    String job,
    Optional<Commit> commit,
    String evoVersion,
    Optional<String> fleet) {

  /** Of a run that shares its devices with none. */
  public Origin(
      Path folder,
      String sourceHash,
      Path results,
      String job,
      Optional<Commit> commit,
      String evoVersion) {
    this(folder, sourceHash, results, job, commit, evoVersion, Optional.empty());
  }

  /** The same with another results folder. */
  public Origin into(Path other) {
    return new Origin(folder, sourceHash, other, job, commit, evoVersion, fleet);
  }
}
