package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Conclusion.Basis;
import dev.evokernel.report.Conclusion.Comparison;
import dev.evokernel.roofline.Roofline.Ceiling;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.surrogate.Importance;
import dev.evokernel.surrogate.ImportanceStudy;
import dev.evokernel.surrogate.ImportanceStudy.Domain;
import dev.evokernel.surrogate.ResponseSurface.Observation;
import dev.evokernel.text.Launcher;
import java.util.List;
import java.util.Optional;

/**
 * Run with the derived facts of its page: the conclusion, and the importance of the parameters.
 *
 * @param best the explained candidate: the best other than the default, or else the default
 * @param results the results folder, which has the folder of the run
 */
public record StudiedRun(
    RunHistory history,
    Conclusion conclusion,
    Optional<Candidate> best,
    Optional<Importance> importance,
    List<ShapeLine> lines,
    SearchTrace.Excerpt trace,
    boolean isSpaceKnown,
    Path results,
    ZoneId zone) {

  /**
   * Result of a run on one shape.
   *
   * @param overLibrary speed-up of the result over the fastest baseline
   */
  public record ShapeLine(
      Comparison comparison,
      Optional<BaselineReading> library,
      Optional<SpeedUp> overLibrary,
      Optional<Ceiling> ceiling) {

    String shape() {
      return comparison.shape();
    }

    Optional<Samples> librarySamples() {
      return library.flatMap(BaselineSection::samples);
    }

    /** Share of the limit reached by the best, or without a best by the default. */
    Optional<Double> limitShare() {
      return comparison
          .best()
          .or(comparison::defaultSamples)
          .flatMap(samples -> ceiling.map(limit -> limit.share(samples.p50())));
    }
  }

  /**
   * Derives the facts of a run.
   *
   * @param space valid configurations; if empty, parameters are studied over the evaluated ones
   */
  public static StudiedRun of(
      RunHistory history, Optional<SearchSpace> space, Path results, ZoneId zone) {
    Conclusion conclusion = Conclusion.of(history);
    Optional<Candidate> best = conclusion.best().or(history::defaultCandidate);
    return new StudiedRun(
        history,
        conclusion,
        best,
        best.flatMap(known -> importance(history, space, known)),
        lines(conclusion),
        SearchTrace.of(history),
        space.isPresent(),
        results,
        zone);
  }

  private static List<ShapeLine> lines(Conclusion conclusion) {
    Map<String, BaselineSection.Line> baselines =
        BaselineSection.of(conclusion).map(BaselineSection::lines).orElse(List.of()).stream()
            .collect(Collectors.toMap(BaselineSection.Line::shape, line -> line));
    return conclusion.served().stream()
        .map(
            comparison -> {
              var line = Optional.ofNullable(baselines.get(comparison.shape()));
              return new ShapeLine(
                  comparison,
                  line.flatMap(BaselineSection.Line::fastest),
                  line.flatMap(BaselineSection.Line::speedUp),
                  DeviceFacts.ceiling(conclusion.history(), comparison.workload()));
            })
        .toList();
  }

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
