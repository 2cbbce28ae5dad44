package dev.evokernel.tuning.study;

import module java.base;

import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.report.Studies;
import dev.evokernel.report.document.Report;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.comparison.ComparedVariants;
import dev.evokernel.tuning.comparison.Side;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.HeldResources;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.tuning.device.TemporaryFolder;

/**
 * Candidate under study, with its source and its target.
 *
 * @param results the results folder
 * @param temporary folder for logs and an exported source
 */
record StudiedCandidate(
    Path results, Side side, Target target, ComparedVariant variant, TemporaryFolder temporary)
    implements AutoCloseable {

  /**
   * Finds the candidate and reads its source.
   *
   * @throws BadInputException if the candidate, a configuration, a shape or the device does not
   *     exist
   */
  static StudiedCandidate open(CandidateRequest request) {
    ComparedVariants variants = request.variants();
    Side side = Side.of(request.reference(), variants.results(), Optional.empty());
    try (var held = new HeldResources()) {
      TemporaryFolder temporary = held.add(TemporaryFolder.make(), TemporaryFolder::close);
      Target target = variants.target(side, side, temporary.folder());
      ComparedVariant variant =
          variants.variant(side, target, temporary.folder().resolve("source"));
      held.handedOver();
      return new StudiedCandidate(variants.results(), side, target, variant, temporary);
    }
  }

  Path folder() {
    return temporary.folder();
  }

  /** The folder of a recorded candidate's run. */
  Path runFolder(Side.Recorded recorded) {
    return results.resolve(recorded.history().run().id());
  }

  /**
   * Writes a report beside a candidate of a run; does nothing for a kernel's folder.
   *
   * @param kind as in {@link Studies#keep}
   */
  void keep(String kind, Report report, Consumer<String> news) {
    if (side instanceof Side.Recorded recorded) {
      Path kept = Studies.keep(runFolder(recorded), kind, recorded.candidate(), report);
      news.accept("Saved as " + Launcher.shown(kept) + ".md and .json.");
    }
  }

  @Override
  public void close() {
    temporary.close();
  }
}
