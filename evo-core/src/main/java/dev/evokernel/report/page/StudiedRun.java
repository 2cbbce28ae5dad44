package dev.evokernel.report.page;

import dev.evokernel.importance.Domain;
import dev.evokernel.importance.Importance;
import dev.evokernel.importance.ImportanceStudy;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Launcher;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.report.Conclusion;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.CandidateOutline;
import dev.evokernel.store.RunHistory;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * A run with what its page says beyond the store: the conclusion, and which parameters matter.
 *
 * @param best the candidate that the page explains: the best that is not the default, or else the
 *     default
 * @param results the folder that has the run's
 * @param isSpaceKnown whether parameters were studied over the valid configurations; otherwise over
 *     those that were evaluated
 */
record StudiedRun(
    RunHistory history,
    Conclusion conclusion,
    Optional<Candidate> best,
    Optional<Importance> importance,
    boolean isSpaceKnown,
    Path results,
    ZoneId zone) {

  static StudiedRun of(RunHistory history, Optional<SearchSpace> space, Path results, ZoneId zone) {
    Conclusion conclusion = Conclusion.of(history);
    Optional<Candidate> best = conclusion.best().or(history::defaultCandidate);
    return new StudiedRun(
        history,
        conclusion,
        best,
        best.flatMap(one -> importance(history, space, one)),
        space.isPresent(),
        results,
        zone);
  }

  /** A command on the results that have this run. */
  String command(String words) {
    return Launcher.command(words + Launcher.results(results));
  }

  /**
   * Which parameters matter is a question to one variant, that of the best: another one has other
   * parameters.
   */
  private static Optional<Importance> importance(
      RunHistory history, Optional<SearchSpace> space, Candidate best) {
    Configuration theDefault = history.run().subject().defaultConfiguration();
    Optional<SearchSpace> own =
        space
            .filter(known -> known.contains(best.configuration()))
            .map(known -> known.within(best.configuration()));
    List<Parameter> parameters =
        own.map(SearchSpace::parameters)
            .orElseGet(
                () -> parameters(history.run().subject().parameters(), best.configuration()));
    List<Observation> observations =
        measured(history).stream()
            .filter(one -> isOfOneVariant(one.configuration(), best.configuration()))
            .map(
                one ->
                    new Observation(
                        choices(parameters, one.configuration()), one.objective().orElseThrow()))
            .toList();
    if (observations.size() < ImportanceStudy.FEWEST) {
      return Optional.empty();
    }
    Domain domain =
        own.map(Domain::of)
            .orElseGet(
                () ->
                    Domain.evaluated(
                        parameters, observations.stream().map(Observation::choices).toList()));
    return ImportanceStudy.of(
        domain,
        observations,
        history.outlines().stream()
            .filter(one -> one.rejected().isPresent())
            .filter(one -> isOfOneVariant(one.configuration(), best.configuration()))
            .map(one -> choices(parameters, one.configuration()))
            .toList(),
        choices(parameters, best.configuration()),
        choices(
            parameters,
            isOfOneVariant(theDefault, best.configuration()) ? theDefault : best.configuration()),
        history.run().run().seed());
  }

  /**
   * Candidates with an objective above 0 that are not excluded. Those that were timed while the
   * device drifted are among them: they may not lead, and still say much of the parameters.
   */
  List<CandidateOutline> measured() {
    return measured(history);
  }

  private static List<CandidateOutline> measured(RunHistory history) {
    return history.outlines().stream()
        .filter(one -> one.objective().orElse(0) > 0)
        .filter(one -> history.flags().exclusion(one.number()).isEmpty())
        .toList();
  }

  private static boolean isOfOneVariant(Configuration one, Configuration other) {
    return one.variant().equals(other.variant());
  }

  private static List<Parameter> parameters(List<Parameter> all, Configuration of) {
    return all.stream().filter(one -> of.find(one.name()).isPresent()).toList();
  }

  private static int[] choices(List<Parameter> parameters, Configuration configuration) {
    return parameters.stream()
        .mapToInt(one -> one.values().indexOf(configuration.value(one.name())))
        .toArray();
  }

  String id() {
    return history.run().id();
  }

  List<Parameter> parameters() {
    return history.run().subject().parameters();
  }

  Configuration theDefault() {
    return history.run().subject().defaultConfiguration();
  }

  /** {@code champion} where it is one, or else {@code best}. */
  String bestName() {
    return switch (conclusion.basis()) {
      case ACCEPTED -> "champion";
      case DEFAULT_STAYS, UNCONFIRMED, NOTHING_MEASURED -> "best";
    };
  }
}
