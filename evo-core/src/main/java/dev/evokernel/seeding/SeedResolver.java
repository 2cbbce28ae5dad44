package dev.evokernel.seeding;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.roofline.HardwareSuggestions;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredInitialConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Settles what stands in generation 0, once for a run: what is settled is written down with the
 * run, and whoever resumes it starts from that, whatever files and the leaderboard say by then.
 */
public final class SeedResolver {

  private final RunSpec spec;
  private final ResultStore store;

  public SeedResolver(RunSpec spec, ResultStore store) {
    this.spec = spec;
    this.store = store;
  }

  /**
   * The seeds in their order: hand-written ones, what was suggested, what the device's limits
   * suggest, and then what the leaderboard knows.
   *
   * @param earlier what an earlier sitting left behind, when this one resumes it
   * @throws EnvironmentException if the default or a hand-written seed is not valid here, or the
   *     device was asked and suggests nothing
   */
  public List<StoredInitialConfiguration> settle(
      SearchSpace space, DeviceLimits limits, Optional<RunHistory> earlier) {
    requireValid(space);
    if (earlier.isPresent() && !earlier.get().initialConfigurations().isEmpty()) {
      return earlier.get().initialConfigurations();
    }
    var founders =
        new InitialDesign(space, spec.kernel().defaultConfiguration(), spec.stream("seeding"));
    spec.search().initial().forEach(founders::require);
    if (earlier.isEmpty()) {
      spec.search().seeding().suggestions().forEach(founders::suggest);
      hardware(limits).forEach(founders::suggest);
      founders.suggest(prior(limits), spec.search().seeding().priors());
    }
    return founders.all();
  }

  private List<InitialConfiguration> hardware(DeviceLimits limits) {
    int count = spec.search().seeding().hardware();
    if (count == 0) {
      return List.of();
    }
    var derived = new HardwareSuggestions(spec.kernel(), spec.shapes(), limits);
    List<InitialConfiguration> best = derived.best(count);
    if (best.isEmpty()) {
      throw new EnvironmentException(
          "The job asks for 'seeding: {hardware: %d}'. %s Leave the key out."
              .formatted(count, derived.nothing()));
    }
    return best;
  }

  private List<InitialConfiguration> prior(DeviceLimits limits) {
    return spec.search().seeding().priors() == 0
        ? List.of()
        : new NearestResults(
                spec.kernel().name(),
                spec.backend().name(),
                spec.device().model(),
                NearestResults.architecture(limits),
                spec.shapes())
            .seeds(store);
  }

  /** Says what people should know of the seeds before the night. */
  public static void tell(List<StoredInitialConfiguration> settled, Consumer<String> news) {
    long used = settled.stream().filter(StoredInitialConfiguration::used).count();
    if (!settled.isEmpty()) {
      news.accept("generation 0 holds the default and %d seeds".formatted(used));
    }
    for (StoredInitialConfiguration seed : settled) {
      if (!seed.note().isEmpty()) {
        news.accept(
            "note: the seed '%s' is %s: %s"
                .formatted(seed.origin(), seed.used() ? "used" : "left out", seed.note()));
      }
    }
  }

  /** What the limits of the device forbid shows only here. */
  private void requireValid(SearchSpace space) {
    var seeds = new ArrayList<InitialConfiguration>();
    seeds.add(new InitialConfiguration(spec.kernel().defaultConfiguration(), "default"));
    seeds.addAll(spec.search().initial());
    for (InitialConfiguration seed : seeds) {
      space
          .violated(seed.configuration())
          .ifPresent(
              violation -> {
                throw new EnvironmentException(
                    "The configuration from '%s' is not valid on %s: %s Choose another, or mend the constraint in %s."
                        .formatted(
                            seed.origin(),
                            spec.device().model(),
                            violation.message(),
                            spec.origin().folder().resolve("kernel.yaml")));
              });
      if (!space.contains(seed.configuration())) {
        throw new EnvironmentException(
            "The configuration from '%s' was not recorded on %s: %s. Choose another."
                .formatted(seed.origin(), spec.device().model(), seed.configuration()));
      }
    }
  }
}
