package dev.evokernel.seeding;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.seeding.SpaceFitting.Fit;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.StoredInitialConfiguration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Collects the seeds of generation 0, none of them twice: the default first, which is no seed, then
 * whatever is suggested, in the order in which it is.
 */
public final class InitialDesign {

  /** Of suggestions beyond a number that is wanted, so many times as many are looked at. */
  private static final int PATIENCE = 4;

  private final SpaceFitting fitting;
  private final Map<Configuration, String> taken = new HashMap<>();
  private final List<StoredInitialConfiguration> seeds = new ArrayList<>();

  /**
   * @param default in the space
   * @param random decides between repairs that are equally near
   */
  public InitialDesign(
      SearchSpace space, Configuration defaultConfiguration, RandomGenerator random) {
    this.fitting = new SpaceFitting(space, defaultConfiguration, random);
    taken.put(defaultConfiguration, "the default");
  }

  /** Takes a seed as it is. It must be in the space. */
  void require(InitialConfiguration seed) {
    add(seed, seed.configuration(), "");
  }

  /** Takes a seed as it fits. */
  public void suggest(InitialConfiguration seed) {
    switch (fitting.of(seed.configuration())) {
      case Fit.Fitted(Configuration configuration, String note) -> add(seed, configuration, note);
      case Fit.Unfit(String why) -> leaveOut(seed, seed.configuration(), why);
    }
  }

  /** Takes so many that are new, the first ones; those that are there already are passed over. */
  public void suggest(List<InitialConfiguration> some, int atMost) {
    int found = 0;
    int looked = 0;
    for (InitialConfiguration seed : some) {
      if (found == atMost || looked++ == (long) PATIENCE * atMost) {
        return;
      }
      if (fitting.of(seed.configuration()) instanceof Fit.Fitted(var configuration, String note)
          && !taken.containsKey(configuration)) {
        add(seed, configuration, note);
        found++;
      }
    }
  }

  private void add(InitialConfiguration seed, Configuration configuration, String note) {
    String holder = taken.putIfAbsent(configuration, seed.origin());
    if (holder == null) {
      seeds.add(new StoredInitialConfiguration(seed.origin(), configuration, note, true));
    } else {
      String changed = note.isEmpty() ? "" : note + "; ";
      leaveOut(seed, configuration, changed + "the same as " + holder);
    }
  }

  private void leaveOut(InitialConfiguration seed, Configuration configuration, String why) {
    seeds.add(new StoredInitialConfiguration(seed.origin(), configuration, why, false));
  }

  /** Everything that was suggested, used or not, in order. */
  public List<StoredInitialConfiguration> all() {
    return List.copyOf(seeds);
  }

  /** What a search starts with: the default, and the seeds that are used. */
  public static List<InitialConfiguration> generation(
      Configuration defaultConfiguration, List<StoredInitialConfiguration> settled) {
    var generation = new ArrayList<InitialConfiguration>();
    generation.add(new InitialConfiguration(defaultConfiguration, "default"));
    settled.stream()
        .filter(StoredInitialConfiguration::used)
        .map(seed -> new InitialConfiguration(seed.configuration(), seed.origin()))
        .forEach(generation::add);
    return generation;
  }
}
