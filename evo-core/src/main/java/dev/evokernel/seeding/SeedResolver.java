package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;
import dev.evokernel.roofline.HardwareSuggestions;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Prior;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredInitialConfiguration;
import dev.evokernel.surrogate.RelatedOutput;
import dev.evokernel.text.AtomicFile;

/**
 * Determines the initial configurations once for a run. The store keeps them, and a resumed session
 * reads them from the store, independent of later files and leaderboards.
 */
public record SeedResolver(RunSpec spec, ResultStore store) {

  private static final int NEAR_RUNS = 2;
  private static final int MOST_PRIORS = 4;
  private static final int MOST_CONFIGURATIONS = 4000;

  public record Settled(
      List<StoredInitialConfiguration> initial,
      RelatedOutputs priors,
      List<List<RelatedOutput>> related,
      List<String> notes) {}

  /**
   * Determines the initial configurations besides the default, in order: hand-written ones,
   * defaults of the shapes and of other variants, suggestions, configurations derived from the
   * device's limits, and the leaderboard's nearest. What the search's model begins with is written
   * once for a run, to the file {@value Prior#FILE} of its folder. Every session reads the file,
   * which rounds times, so all sessions learn from equal times.
   *
   * @throws EnvironmentException if the default or a hand-written configuration is invalid on this
   *     device, or {@code seeding.hardware} is set and the device's limits suggest nothing
   */
  public Settled settle(SearchSpace space, DeviceLimits limits, Optional<RunHistory> earlier) {
    requireValid(space);
    NearestResults.Found near =
        earlier.isPresent() || spec.search().seeding().priors() == 0
            ? new NearestResults.Found(List.of(), List.of())
            : nearest(limits).in(store);
    List<StoredInitialConfiguration> initial = initial(space, limits, earlier, near);
    if (earlier.isEmpty()) {
      writeKnown(near);
    }
    var priors =
        new RelatedOutputs(
            space,
            spec.kernel().defaultConfiguration().plain(),
            PriorFile.known(spec.folder()),
            spec.search().settings().seed());
    List<List<Shape>> outputs =
        spec.search().portfolio().isEmpty()
            ? List.of(spec.shapes())
            : spec.shapes().stream().map(List::of).toList();
    return new Settled(initial, priors, priors.of(outputs), priors.notes());
  }

  /** Settles for the kernel's space on a device with these limits. */
  public Settled settle(DeviceLimits limits, Optional<RunHistory> earlier) {
    return settle(SearchSpace.of(spec.kernel(), spec.shapes(), limits), limits, earlier);
  }

  private List<StoredInitialConfiguration> initial(
      SearchSpace space,
      DeviceLimits limits,
      Optional<RunHistory> earlier,
      NearestResults.Found near) {
    if (earlier.isPresent() && !earlier.get().initialConfigurations().isEmpty()) {
      return earlier.get().initialConfigurations();
    }
    var design =
        new InitialDesign(space, spec.kernel().defaultConfiguration(), spec.stream("seeding"));
    spec.search().initial().forEach(design::require);
    if (earlier.isEmpty()) {
      defaults().forEach(design::suggest);
      spec.search().seeding().suggestions().forEach(design::suggest);
      hardware(limits).forEach(design::suggest);
      design.suggest(near.configurations(), spec.search().seeding().priors());
    }
    return design.all();
  }

  /**
   * Defaults of the shapes where they differ, and of the other variants, so that a search evaluates
   * each of them.
   */
  private List<InitialConfiguration> defaults() {
    Configuration theDefault = spec.kernel().defaultConfiguration();
    var defaults = new ArrayList<InitialConfiguration>();
    if (theDefault.isByShape()) {
      spec.shapes().stream()
          .collect(
              Collectors.groupingBy(
                  shape -> theDefault.on(shape),
                  LinkedHashMap::new,
                  Collectors.mapping(Shape::name, Collectors.joining(", "))))
          .forEach(
              (own, names) -> defaults.add(new InitialConfiguration(own, "default on " + names)));
    }
    for (Variant variant : spec.kernel().variants().chosen()) {
      Configuration own = variant.kernel().defaultConfiguration();
      if (!own.equals(theDefault)) {
        defaults.add(new InitialConfiguration(own.plain(), "default of " + variant.name()));
      }
    }
    return defaults;
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

  private NearestResults nearest(DeviceLimits limits) {
    return new NearestResults(
        spec.kernel().name(),
        spec.backend().name(),
        spec.device().model(),
        NearestResults.architecture(limits),
        spec.shapes());
  }

  private void writeKnown(NearestResults.Found near) {
    var known = new ArrayList<>(spec.search().seeding().known());
    near.runs().stream()
        .limit(NEAR_RUNS)
        .map(run -> PriorFile.measured(store.history(run)))
        .forEach(known::add);
    List<Prior> kept =
        known.stream()
            .filter(prior -> prior.timed().size() >= RelatedOutputs.FEWEST)
            .limit(MOST_PRIORS)
            .map(prior -> prior.reducedTo(MOST_CONFIGURATIONS))
            .toList();
    if (!kept.isEmpty()) {
      AtomicFile.write(
          spec.folder().resolve(Prior.FILE),
          new PriorFile(spec.kernel().name(), spec.backend().name(), kept).text());
    }
  }

  /** Reports the number of used initial configurations, and each changed or omitted one. */
  public static void tell(List<StoredInitialConfiguration> settled, Consumer<String> news) {
    long used = settled.stream().filter(StoredInitialConfiguration::used).count();
    if (!settled.stream().allMatch(StoredInitialConfiguration::isFoundDefault)) {
      news.accept("generation 0 holds the default and %d initial configurations".formatted(used));
    }
    for (StoredInitialConfiguration initial : settled) {
      if (!initial.note().isEmpty() && !initial.isFoundDefault()) {
        news.accept(
            "note: the initial configuration '%s' is %s: %s"
                .formatted(initial.origin(), initial.used() ? "used" : "left out", initial.note()));
      }
    }
  }

  /** Checks validity here, where the limits of the device are known. */
  private void requireValid(SearchSpace space) {
    var initials = new ArrayList<InitialConfiguration>();
    initials.add(new InitialConfiguration(spec.kernel().defaultConfiguration().plain(), "default"));
    initials.addAll(spec.search().initial());
    for (InitialConfiguration initial : initials) {
      space
          .violated(initial.configuration())
          .ifPresent(
              violation -> {
                throw new EnvironmentException(
                    ("The configuration from '%s' is not valid on %s: %s"
                            + " Choose another, or correct the constraint in %s.")
                        .formatted(
                            initial.origin(),
                            spec.device().model(),
                            violation,
                            spec.origin().folder().resolve("kernel.yaml")));
              });
      if (!space.contains(initial.configuration())) {
        throw new EnvironmentException(
            "The configuration from '%s' was not recorded on %s: %s. Choose another."
                .formatted(initial.origin(), spec.device().model(), initial.configuration()));
      }
    }
  }
}
