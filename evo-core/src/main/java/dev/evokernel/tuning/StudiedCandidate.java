package dev.evokernel.tuning;

import module java.base;

import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.report.Report;
import dev.evokernel.report.Studies;
import dev.evokernel.text.Launcher;

/** Candidate under study, with its source and its target. */
public record StudiedCandidate(
    Path results, Side side, Target target, ComparedVariant variant, TemporaryFolder temporary)
    implements AutoCloseable {

  /**
   * Finds the candidate and reads its source.
   *
   * @param reference {@code RUN/NUMBER}, a run for its champion, or a kernel's folder
   * @throws BadInputException if the candidate, a configuration, a shape or the device does not
   *     exist
   */
  public static StudiedCandidate open(String reference, ComparedVariants variants) {
    Side side = Side.of(reference, variants.results(), Optional.empty());
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

  Path runFolder(Side.Recorded recorded) {
    return results.resolve(recorded.history().run().id());
  }

  /** Writes a report beside a candidate of a run; does nothing for a kernel's folder. */
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
