package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.config.RunFolderUpgrade;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.shipping.dispatch.DispatchRules;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.Subject;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.EvoVersion;

/** Writes what a build takes of a run into a folder. */
public final class RunExport {

  /** Whether a package has binaries. */
  public enum Inclusion {
    /** Binaries if this machine has or can compile them. */
    WHERE_POSSIBLE,
    ALWAYS,
    NEVER
  }

  private RunExport() {}

  /**
   * Writes a package.
   *
   * @param results the folder that has the run's
   * @param news hears what the result is, and what is left out
   * @return the files
   * @throws BadInputException if the run has no result, its kernel's copy is gone, or the folder is
   *     not evo's
   */
  public static List<Path> write(
      RunHistory history, Path results, Path folder, Inclusion binaries, Consumer<String> news) {
    if (Conclusion.of(history).basis() == Conclusion.Basis.NOTHING_MEASURED) {
      throw new BadInputException(
          "The run %s has measured nothing, and there is nothing to export. Maybe resume it: evo run --resume %s"
              .formatted(history.run().id(), history.run().id()));
    }
    Shipment shipment = shipment(history, results.resolve(history.run().id()));
    news.accept(shipment.sentence());
    try {
      return new KernelPackage(with(shipment, results, binaries, news), EvoVersion.text())
          .write(folder);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(String.valueOf(e.getMessage()));
    }
  }

  private static Shipment with(
      Shipment shipment, Path results, Inclusion binaries, Consumer<String> news) {
    if (binaries == Inclusion.NEVER) {
      if (shipment.isBuilt()) {
        throw new BadInputException(
            "A program of the kernel's own built the binaries, and nothing in a package can build"
                + " them again: leave --no-binaries out.");
      }
      return shipment;
    }
    try {
      return Binaries.compiled(shipment, results);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("The export was interrupted.", e);
    } catch (EnvironmentException e) {
      if (binaries == Inclusion.ALWAYS || shipment.isBuilt()) {
        throw e;
      }
      news.accept("note: without binaries. " + e.getMessage());
      return shipment;
    }
  }

  private static Shipment shipment(RunHistory history, Path runFolder) {
    Subject subject = history.run().subject();
    if (subject.backend().equals(ReplayBackend.NAME)) {
      throw new BadInputException(
          "The run %s measured a recording, which has no sources to export. Run its kernel on a device."
              .formatted(history.run().id()));
    }
    Path copy = runFolder.resolve("kernel").resolve(subject.kernel());
    try {
      if (!KernelFile.at(copy).exists()) {
        throw new BadInputException(
            "The run's copy of the kernel, %s, is gone. Maybe unpack the run's archive, or run it again."
                .formatted(copy));
      }
      RunFolderUpgrade.apply(runFolder, history.run().provenance().evoVersion());
      Kernel kernel = KernelFile.at(copy.toAbsolutePath()).read(subject.backend());
      return Shipment.of(history, kernel, DispatchRules.of(history, kernel, runFolder));
    } catch (InvalidFileException | IllegalArgumentException e) {
      throw new BadInputException(
          "The run's copy of the kernel, %s, cannot be exported: %s"
              .formatted(copy, e.getMessage()));
    }
  }
}
