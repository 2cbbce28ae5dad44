package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Evaluator.Pending;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchComponents;
import dev.evokernel.search.SearchComponents.SearchComponent;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.Surrogate.AcquisitionSettings;

/** Strategies by name. */
final class Strategies {

  private static final String FULL = "full";
  private static final String RANDOM = "random";

  private static final Set<SearchComponent> GENETIC =
      EnumSet.of(SearchComponent.CROSSOVER, SearchComponent.IMMIGRATION);

  /** Components of the search by strategy name; each "no-…" lacks one component. */
  private static final SequencedMap<String, SearchComponents> COMPONENTS = named();

  private Strategies() {}

  private static SequencedMap<String, SearchComponents> named() {
    var named = new LinkedHashMap<String, SearchComponents>();
    named.put(FULL, SearchComponents.FULL);
    named.put("genetic", new SearchComponents(GENETIC, SearchComponents.FULL.acquisition()));
    for (SearchComponent piece : SearchComponent.values()) {
      named.put(
          "no-" + piece.name().toLowerCase(Locale.ROOT), SearchComponents.FULL.without(piece));
    }
    return named;
  }

  /** Names of the strategies, from the full search to random search. */
  public static List<String> names() {
    return Stream.concat(COMPONENTS.keySet().stream(), Stream.of(RANDOM)).toList();
  }

  /**
   * Returns a strategy.
   *
   * @param name one of the {@link #names}, or several that lack a component, as in {@code
   *     no-refinement+no-restarts}; settings of the {@link AcquisitionSettings} may follow, as in
   *     {@code full:exploration=2:ceiling=1}
   * @param inFlight evaluations under way at once; results reach the search that much later
   * @throws IllegalArgumentException if the name is unknown
   */
  public static Strategy named(String name, int inFlight) {
    if (name.equals(RANDOM)) {
      return Strategies::drawWithoutReplacement;
    }
    int colon = name.indexOf(':');
    SearchComponents components = components(colon < 0 ? name : name.substring(0, colon));
    SearchComponents used =
        colon < 0
            ? components
            : new SearchComponents(
                components.pieces(),
                acquisition(name.substring(colon + 1), components.acquisition()));
    return (space, seed, evaluator) ->
        new Search(
                space,
                new SearchSettings(SearchSettings.DEFAULT.population(), seed, inFlight),
                List.<InitialConfiguration>of(),
                used)
            .run(evaluator);
  }

  /** Components common to all names joined by a plus sign. */
  private static SearchComponents components(String joined) {
    String[] names = joined.split("\\+", -1);
    SearchComponents components = single(names[0]);
    for (int i = 1; i < names.length; i++) {
      Set<SearchComponent> both = EnumSet.copyOf(components.pieces());
      both.retainAll(single(names[i]).pieces());
      components = new SearchComponents(both, components.acquisition());
    }
    return components;
  }

  private static SearchComponents single(String name) {
    SearchComponents components = COMPONENTS.get(name);
    if (components == null) {
      throw new IllegalArgumentException(
          "There is no strategy '%s', only %s.".formatted(name, names()));
    }
    return components;
  }

  private static AcquisitionSettings acquisition(String settings, AcquisitionSettings usual) {
    AcquisitionSettings acquisition = usual;
    for (String setting : settings.split(":", -1)) {
      int equals = setting.indexOf('=');
      String key = equals < 0 ? setting : setting.substring(0, equals);
      double value = number(setting, equals);
      acquisition =
          switch (key) {
            case "exploration" ->
                new AcquisitionSettings(value, acquisition.roughness(), acquisition.ceiling());
            case "roughness" ->
                new AcquisitionSettings(acquisition.exploration(), value, acquisition.ceiling());
            case "ceiling" ->
                new AcquisitionSettings(acquisition.exploration(), acquisition.roughness(), value);
            default ->
                throw new IllegalArgumentException(
                    "Unknown setting '%s' of a strategy. Use exploration, roughness or ceiling."
                        .formatted(key));
          };
    }
    return acquisition;
  }

  private static double number(String setting, int equals) {
    try {
      return Double.parseDouble(setting.substring(equals + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Invalid setting '%s' of a strategy. Use a form like exploration=2.".formatted(setting),
          e);
    }
  }

  private static void drawWithoutReplacement(SearchSpace space, long seed, Evaluator evaluator) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    Set<Configuration> tried = new HashSet<>();
    while (tried.size() < space.size()) {
      Configuration drawn = space.at(random.nextLong(space.size()));
      if (tried.add(drawn)) {
        Pending pending = evaluator.begin(new Proposal(tried.size(), 0, "random", drawn));
        if (pending.trial().isEmpty()) {
          return;
        }
      }
    }
  }

  @FunctionalInterface
  interface Strategy {

    /** Searches until the evaluator has no trial left or the space is exhausted. */
    void search(SearchSpace space, long seed, Evaluator evaluator);
  }
}
