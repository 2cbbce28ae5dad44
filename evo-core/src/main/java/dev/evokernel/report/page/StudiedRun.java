package dev.evokernel.report.page;

import module java.base;

import dev.evokernel.importance.Domain;
import dev.evokernel.importance.Importance;
import dev.evokernel.importance.ImportanceStudy;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.report.finals.Conclusion;
import dev.evokernel.report.finals.Conclusion.Basis;
import dev.evokernel.report.finals.PortfolioReport;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.StoredRun;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import dev.evokernel.text.Launcher;

/**
 * Run with the derived facts of its page: the conclusion, and the importance of the parameters.
 *
 * @param best the explained candidate: the best other than the default, or else the default
 * @param results the results folder, which has the folder of the run
 * @param isSpaceKnown whether parameters were studied over the valid configurations; otherwise over
 *     the evaluated ones
 */
record StudiedRun(
    RunHistory history,
    Conclusion conclusion,
    Optional<Candidate> best,
    Optional<Importance> importance,
    boolean isSpaceKnown,
    Path results,
    ZoneId zone) {

  static StudiedRun of(ReportPage.Subject subject, ZoneId zone) {
    RunHistory history = subject.history();
    Conclusion conclusion = Conclusion.of(history);
    Optional<Candidate> best = conclusion.best().or(history::defaultCandidate);
    return new StudiedRun(
        history,
        conclusion,
        best,
        best.flatMap(known -> importance(history, subject.space(), known)),
        subject.space().isPresent(),
        subject.results(),
        zone);
  }

  /** A command for the results folder of the run. */
  String command(String words) {
    return Launcher.command(words + Launcher.results(results));
  }

  /** Studies only the variant of the best, because another variant has other parameters. */
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
            .filter(outline -> isOfOneVariant(outline.configuration(), best.configuration()))
            .map(
                outline ->
                    new Observation(
                        choices(parameters, outline.configuration()),
                        outline.objective().orElseThrow()))
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
    return new ImportanceStudy(
            domain,
            observations,
            history.outlines().stream()
                .filter(outline -> outline.rejected().isPresent())
                .filter(outline -> isOfOneVariant(outline.configuration(), best.configuration()))
                .map(outline -> choices(parameters, outline.configuration()))
                .toList(),
            choices(parameters, best.configuration()),
            choices(
                parameters,
                isOfOneVariant(theDefault, best.configuration())
                    ? theDefault
                    : best.configuration()),
            history.run().run().seed())
        .study();
  }

  /**
   * Candidates with an objective above 0 that are not excluded. Suspect candidates are included:
   * their times are still informative about the parameters.
   */
  static List<Candidate> measured(RunHistory history) {
    return history.outlines().stream()
        .filter(outline -> outline.objective().orElse(0) > 0)
        .filter(outline -> history.flags().exclusion(outline.number()).isEmpty())
        .toList();
  }

  private static boolean isOfOneVariant(Configuration first, Configuration second) {
    return first.variant().equals(second.variant());
  }

  private static List<Parameter> parameters(List<Parameter> all, Configuration of) {
    return all.stream().filter(parameter -> of.find(parameter.name()).isPresent()).toList();
  }

  private static int[] choices(List<Parameter> parameters, Configuration configuration) {
    return parameters.stream()
        .mapToInt(parameter -> parameter.values().indexOf(configuration.value(parameter.name())))
        .toArray();
  }

  StoredRun stored() {
    return history.run();
  }

  String id() {
    return stored().id();
  }

  List<Parameter> parameters() {
    return history.run().subject().parameters();
  }

  Configuration theDefault() {
    return history.run().subject().defaultConfiguration();
  }

  /** Name of what {@link Conclusion#served} compares with the default. */
  String bestName() {
    return PortfolioReport.of(history).filter(PortfolioReport::leads).isPresent()
        ? conclusion.basis() == Basis.ACCEPTED ? "portfolio" : "best set"
        : conclusion.isChampion() ? "champion" : "best";
  }
}
