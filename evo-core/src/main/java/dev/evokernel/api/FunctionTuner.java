package dev.evokernel.api;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchResult;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Trial;
import dev.evokernel.space.EmptySpaceException;
import dev.evokernel.space.IntractableSpaceException;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.space.SearchSpace.ConstructionEffort;

/**
 * Search for the configuration with the smallest value of a function: a simulator, another
 * compiler, a service.
 *
 * {@snippet :
 * FunctionResult best =
 *     FunctionTuner.empty()
 *         .integers("TILE", 8, 16, 32, 64)
 *         .words("LAYOUT", "row", "column")
 *         .require("TILE <= 32 or LAYOUT == 'row'")
 *         .minimise(choice -> simulate(choice.integer("TILE"), choice.word("LAYOUT")), 200);
 * }
 *
 * <p>Immutable: each method returns a new tuner. The search is deterministic for a random seed and
 * calls the function on the calling thread, once for each configuration.
 */
public final class FunctionTuner {

  private final List<Parameter> parameters;
  private final List<String> conditions;
  private final SearchSettings settings;

  private FunctionTuner(
      List<Parameter> parameters, List<String> conditions, SearchSettings settings) {
    this.parameters = List.copyOf(parameters);
    this.conditions = List.copyOf(conditions);
    this.settings = settings;
  }

  /** Creates a tuner without parameters, with random seed 42. */
  public static FunctionTuner empty() {
    return new FunctionTuner(
        List.of(),
        List.of(),
        new SearchSettings(SearchSettings.DEFAULT.population(), SearchSettings.DEFAULT.seed(), 1));
  }

  /**
   * Adds a parameter of integers. Neighbours in the list are neighbours in the search.
   *
   * @throws IllegalArgumentException for no values, a repeated value, or a repeated name
   */
  public FunctionTuner integers(String name, long... values) {
    return with(name, LongStream.of(values).mapToObj(Value::of).toList());
  }

  /** Adds a parameter of finite numbers, as {@link #integers}. */
  public FunctionTuner reals(String name, double... values) {
    return with(name, DoubleStream.of(values).mapToObj(Value::of).toList());
  }

  /** Adds a parameter of words, which have no order, as {@link #integers}. */
  public FunctionTuner words(String name, String... values) {
    return with(name, Arrays.stream(values).map(Value::of).toList());
  }

  /** Adds a parameter with the values false and true. */
  public FunctionTuner flag(String name) {
    return with(name, List.of(Value.of(false), Value.of(true)));
  }

  private FunctionTuner with(String name, List<Value> values) {
    if (parameters.stream().anyMatch(known -> known.name().equals(name))) {
      throw new IllegalArgumentException("duplicate parameter '" + name + "'");
    }
    var more = new ArrayList<>(parameters);
    more.add(new Parameter(name, values));
    return new FunctionTuner(more, conditions, settings);
  }

  /** Adds a condition on every configuration, in the expression language of {@code kernel.yaml}. */
  public FunctionTuner require(String condition) {
    var more = new ArrayList<>(conditions);
    more.add(condition);
    return new FunctionTuner(parameters, more, settings);
  }

  /** Sets the random seed. */
  public FunctionTuner randomSeed(long seed) {
    return new FunctionTuner(parameters, conditions, settings.withSeed(seed));
  }

  /**
   * Searches for the configuration with the smallest objective.
   *
   * @param objective smaller is better; NaN and infinities reject the configuration. Its exceptions
   *     end the search and reach the caller.
   * @param evaluations largest number of calls; fewer if the space is smaller
   * @throws IllegalArgumentException for no parameter, an invalid condition, or {@code evaluations}
   *     below 1
   * @throws EmptySpaceException if no configuration satisfies the conditions
   * @throws IntractableSpaceException if the conditions tie too many parameters together
   */
  public FunctionResult minimise(ToDoubleFunction<Choice> objective, long evaluations) {
    if (evaluations < 1) {
      throw new IllegalArgumentException("evaluations must be ≥ 1, was " + evaluations + ".");
    }
    var calls = new long[1];
    SearchResult found =
        new Search(space(), settings, List.of())
            .run(
                proposal -> {
                  if (calls[0] == evaluations) {
                    return Optional::empty;
                  }
                  calls[0]++;
                  double value = objective.applyAsDouble(new Choice(proposal.configuration()));
                  OptionalDouble finite =
                      Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
                  return () -> Optional.of(new Trial(proposal.configuration(), finite));
                });
    Function<Trial, FunctionResult.Best> best =
        trial ->
            new FunctionResult.Best(
                new Choice(trial.configuration()), trial.objective().orElseThrow());
    return new FunctionResult(
        found.champion().filter(trial -> !trial.isRejected()).map(best),
        found.evaluations(),
        found.ending() == SearchResult.Ending.SPACE_EXHAUSTED);
  }

  private SearchSpace space() {
    if (parameters.isEmpty()) {
      throw new IllegalArgumentException(
          "No parameter to search. Add one, for example integers(\"TILE\", 8, 16).");
    }
    Scope scope = SearchSpace.scope(parameters);
    List<Constraint> constraints =
        conditions.stream().map(text -> new Constraint(condition(text, scope), "")).toList();
    var frames = new LinkedHashMap<String, Frame>();
    frames.put("function", scope.frame());
    return SearchSpace.of(parameters, constraints, scope, frames, ConstructionEffort.USUAL);
  }

  private static Expression condition(String text, Scope scope) {
    try {
      Expression condition = Expression.parse(text, scope);
      if (condition.type() != Type.BOOLEAN) {
        throw new IllegalArgumentException(
            "'%s' is %s, not a condition.".formatted(text, condition.type().label()));
      }
      return condition;
    } catch (ExpressionException e) {
      throw new IllegalArgumentException(
          "The condition '%s' cannot be parsed: %s. %s"
              .formatted(text, e.problem(), e.suggestion()),
          e);
    }
  }
}
