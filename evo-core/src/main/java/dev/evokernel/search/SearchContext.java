package dev.evokernel.search;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.surrogate.ShapeOutputs;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/**
 * Run to which a search belongs.
 *
 * @param outputs with several shapes, the search minimises the geometric mean of the best objective
 *     on each shape. Each shape has its own population, one model learns from all shapes, and a
 *     proposal names the shapes worth timing
 * @param states keeps the search state between sessions
 */
public record SearchContext(
    ProposalNumbers numbers,
    ShapeOutputs outputs,
    List<String> shapes,
    SearchStates states,
    Migration migration) {

  /** Context of a search for one configuration, without stored state and migration. */
  public static SearchContext alone() {
    return numbered(ProposalNumbers.counting());
  }

  /** {@link #alone} with other numbers. */
  public static SearchContext numbered(ProposalNumbers numbers) {
    return new SearchContext(
        numbers, ShapeOutputs.SINGLE, List.of(), SearchStates.NONE, Migration.NONE);
  }

  /** Makes a proposal without parents, on every shape. */
  public Proposal proposal(Configuration configuration, int generation, String origin) {
    return new Proposal(numbers.number(configuration), generation, origin, configuration);
  }

  /** Numbering of a run's proposals: 1, 2, 3 … */
  @FunctionalInterface
  public interface ProposalNumbers {

    /**
     * Number of a configuration that was proposed before, or else the smallest free number, which
     * the configuration keeps once its evaluation begins.
     */
    int number(Configuration configuration);

    /** Numbers configurations in the order of the calls. */
    static ProposalNumbers counting() {
      var numbers = new HashMap<Configuration, Integer>();
      return configuration -> numbers.computeIfAbsent(configuration, _ -> numbers.size() + 1);
    }
  }

  /** Storage of search state between sessions. */
  public interface SearchStates {

    /** Stores nothing: every search begins from its initial configurations. */
    SearchStates NONE = new SearchStates() {};

    /**
     * State of an earlier session of the same search.
     *
     * @param learnt every trial that the search has learnt, in that order
     */
    record Kept(SearchState state, List<Trial> learnt) {}

    /**
     * State to continue from; empty to start from the initial configurations. Read once at the
     * start. Settings, initial configurations and future answers must equal those of the earlier
     * search.
     */
    default Optional<Kept> kept() {
      return Optional.empty();
    }

    default void learnt(Trial trial) {}

    /** Records a state from which the search can continue, after the trials recorded so far. */
    default void reached(SearchState state) {}
  }

  /**
   * Source of configurations from concurrent searches on other devices: the island model of
   * evolutionary algorithms (Tanese, 1989).
   */
  @FunctionalInterface
  public interface Migration {

    /** Migration of a single search. */
    Migration NONE = _ -> Optional.empty();

    /**
     * Configuration to propose next instead of offspring. The search skips a configuration that was
     * proposed before. A repeated search asks again, and needs equal answers.
     *
     * @param bred proposals after the initial configurations
     */
    Optional<InitialConfiguration> next(int bred);
  }

  /**
   * Migration of the best of other searches. Each configuration migrates once, and at most one in
   * every {@link #INTERVAL} proposals, so that seven of eight proposals are the search's own.
   *
   * @param offered supplies the current best of other searches, the most promising first
   * @param fitting adapts a migrant to this search; empty if it does not fit or was proposed before
   * @param seen configurations that were offered before
   */
  public record IslandMigration(
      Supplier<List<InitialConfiguration>> offered,
      Function<InitialConfiguration, Optional<InitialConfiguration>> fitting,
      Set<Configuration> seen)
      implements Migration {

    /** Configurations that each search offers. */
    public static final int BEST = 3;

    /** Proposals for each migrant. */
    public static final int INTERVAL = 8;

    public IslandMigration(
        Supplier<List<InitialConfiguration>> offered,
        Function<InitialConfiguration, Optional<InitialConfiguration>> fitting) {
      this(offered, fitting, new HashSet<>());
    }

    /** Interleaves the first of the lists: the best of each, then the second best, and so on. */
    public static <T> List<T> inTurn(List<List<T>> best, int first) {
      return IntStream.range(0, best.stream().mapToInt(List::size).max().orElse(0))
          .limit(first)
          .boxed()
          .flatMap(
              place ->
                  best.stream().filter(some -> place < some.size()).map(some -> some.get(place)))
          .toList();
    }

    @Override
    public Optional<InitialConfiguration> next(int bred) {
      return bred % INTERVAL == 0
          ? offered.get().stream()
              .filter(migrant -> seen.add(migrant.configuration()))
              .map(fitting)
              .flatMap(Optional::stream)
              .findFirst()
          : Optional.empty();
    }
  }
}
