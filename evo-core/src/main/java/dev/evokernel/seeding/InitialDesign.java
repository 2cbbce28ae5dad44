package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.seeding.SpaceFitting.Fit;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.StoredInitialConfiguration;

/** Collects the initial configurations besides the default, each once, in order. */
public final class InitialDesign {

  /** Number of examined suggestions for each wanted one. */
  private static final int PATIENCE = 4;

  private final SpaceFitting fitting;
  private final Map<Configuration, String> taken = new HashMap<>();
  private final List<StoredInitialConfiguration> settled = new ArrayList<>();

  /**
   * @param defaultConfiguration in the space
   * @param random chooses among equally near repairs
   */
  public InitialDesign(
      SearchSpace space, Configuration defaultConfiguration, RandomGenerator random) {
    this.fitting = new SpaceFitting(space, defaultConfiguration.plain(), random);
    taken.put(defaultConfiguration, "the default");
  }

  void require(InitialConfiguration initial) {
    add(initial, initial.configuration(), "");
  }

  /** Takes a configuration fitted into the space, or leaves it out. */
  public void suggest(InitialConfiguration initial) {
    Fit fit = fitting.of(initial.configuration());
    fit.configuration()
        .ifPresentOrElse(
            fitted -> add(initial, fitted, fit.note()),
            () -> leaveOut(initial, initial.configuration(), fit.note()));
  }

  /** Fits a configuration into the space without taking it; empty if none is near enough. */
  public Optional<Configuration> fitted(Configuration wish) {
    return fitting.of(wish).configuration();
  }

  /** Takes the first {@code atMost} new configurations. */
  public void suggest(List<InitialConfiguration> some, int atMost) {
    int found = 0;
    int looked = 0;
    for (InitialConfiguration initial : some) {
      if (found == atMost || looked++ == (long) PATIENCE * atMost) {
        return;
      }
      Fit fit = fitting.of(initial.configuration());
      if (fit.configuration().filter(fitted -> !taken.containsKey(fitted)).isPresent()) {
        add(initial, fit.configuration().get(), fit.note());
        found++;
      }
    }
  }

  private void add(InitialConfiguration initial, Configuration configuration, String note) {
    String same = taken.putIfAbsent(configuration, initial.origin());
    if (same == null) {
      settled.add(new StoredInitialConfiguration(initial.origin(), configuration, note, true));
    } else {
      String changed = note.isEmpty() ? "" : note + "; ";
      leaveOut(initial, configuration, changed + "the same as " + same);
    }
  }

  private void leaveOut(InitialConfiguration initial, Configuration configuration, String why) {
    settled.add(new StoredInitialConfiguration(initial.origin(), configuration, why, false));
  }

  /** All suggestions in order, used or not. */
  public List<StoredInitialConfiguration> all() {
    return List.copyOf(settled);
  }

  /** Generation 0 of a search: the default, unless it depends on the shape, and the used ones. */
  public static List<InitialConfiguration> generation(
      Configuration defaultConfiguration, List<StoredInitialConfiguration> settled) {
    var generation = new ArrayList<InitialConfiguration>();
    if (!defaultConfiguration.isByShape()) {
      generation.add(new InitialConfiguration(defaultConfiguration, "default"));
    }
    settled.stream()
        .filter(StoredInitialConfiguration::used)
        .map(initial -> new InitialConfiguration(initial.configuration(), initial.origin()))
        .forEach(generation::add);
    return generation;
  }
}
