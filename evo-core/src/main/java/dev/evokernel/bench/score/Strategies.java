package dev.evokernel.bench.score;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Evaluator.Pending;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchComponent;
import dev.evokernel.search.SearchComponents;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.AcquisitionSettings;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;

/** The strategies by their names. */
public final class Strategies {

  private static final String FULL = "full";
  private static final String RANDOM = "random";

  private static final Set<SearchComponent> GENETIC =
      EnumSet.of(SearchComponent.CROSSOVER, SearchComponent.IMMIGRATION);

  /** What the search is made of, piece by piece left out. */
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

  /** The full search first, random search last. */
  public static List<String> names() {
    return Stream.concat(COMPONENTS.keySet().stream(), Stream.of(RANDOM)).toList();
  }

  /**
   * @param name one of the {@link #names}, or several of those that lack a piece, as in {@code
   *     no-refinement+no-restarts}; after a name of those that have a model, settings of its {@link
   *     AcquisitionSettings} may follow, as in {@code full:exploration=2:ceiling=1}
   * @param inFlight evaluations that are under way at once; the search learns that much later
   * @throws IllegalArgumentException if there is none of this name
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
    return (space, seed, seeds, evaluator) ->
        new Search(
                space,
                new SearchSettings(SearchSettings.DEFAULT.population(), seed, inFlight),
                seeds,
                used)
            .run(evaluator);
  }

  /** What all of the names have that a plus sign joins. */
  private static SearchComponents components(String joined) {
    String[] names = joined.split("\\+", -1);
    SearchComponents components = one(names[0]);
    for (int i = 1; i < names.length; i++) {
      Set<SearchComponent> both = EnumSet.copyOf(components.pieces());
      both.retainAll(one(names[i]).pieces());
      components = new SearchComponents(both, components.acquisition());
    }
    return components;
  }

  private static SearchComponents one(String name) {
    SearchComponents components = COMPONENTS.get(name);
    if (components == null) {
      throw new IllegalArgumentException(
          "There is no strategy '" + name + "', only " + names() + ".");
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
                    "A strategy has no setting '"
                        + key
                        + "', only exploration, roughness and ceiling.");
          };
    }
    return acquisition;
  }

  private static double number(String setting, int equals) {
    try {
      return Double.parseDouble(setting.substring(equals + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + setting + "' is no setting of a strategy. Write it as in exploration=2.", e);
    }
  }

  private static void drawWithoutReplacement(
      SearchSpace space, long seed, List<InitialConfiguration> seeds, Evaluator evaluator) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    Set<Configuration> tried = new HashSet<>();
    var first = new ArrayDeque<>(seeds);
    while (tried.size() < space.size()) {
      boolean seeded = !first.isEmpty();
      Configuration drawn =
          seeded ? first.remove().configuration() : space.at(random.nextLong(space.size()));
      if (tried.add(drawn)) {
        Pending pending =
            evaluator.begin(new Proposal(tried.size(), 0, seeded ? "seed" : "random", drawn));
        if (pending.trial().isEmpty()) {
          return;
        }
      }
    }
  }
}
