package dev.evokernel.space;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The configurations that satisfy every constraint on every shape, however many. Never empty. Safe
 * for use by several threads.
 *
 * <p>A configuration has three faces: the {@link Configuration} itself; its <em>choices</em>, for
 * each parameter the position of its value in the parameter's list; and its <em>index</em> from 0
 * on, where the space is {@linkplain #isNumbered() numbered}. The numbering depends on the
 * parameters, their values and the constraints alone, so that an index means the same in every run
 * over the same space. An {@linkplain #identity identity} every combination has, in any space.
 *
 * <p>No size is too large: what belongs together is held as a diagram and not as a list. Only where
 * constraints entangle so many parameters that even the diagram would not fit are some of them left
 * to rejection: such a space is not numbered, its {@linkplain #count() count} is an estimate, and
 * {@link #nearest} finds something near; {@link #sample} is uniform still.
 */
public final class SearchSpace {

  private final List<Parameter> parameters;
  private final List<Condition> conditions;
  private final ShapeFrames bindings;
  private final List<Component> components;
  private final List<Numbered> numbered;
  private final Identity identity;
  private final Count count;
  private final Optional<Alternatives> alternatives;

  private SearchSpace(
      List<Parameter> parameters,
      List<Condition> conditions,
      ShapeFrames bindings,
      List<Component> components) {
    this.parameters = List.copyOf(parameters);
    this.conditions = List.copyOf(conditions);
    this.bindings = bindings;
    this.components = List.copyOf(components);
    this.count =
        new Count(Components.product(components), components.stream().allMatch(Component::isExact));
    this.numbered =
        count.exact() && count.value().bitLength() < Long.SIZE
            ? components.stream().map(Numbered.class::cast).toList()
            : List.of();
    this.identity = new Identity(parameters);
    this.alternatives =
        components.stream()
            .filter(Alternatives.class::isInstance)
            .map(Alternatives.class::cast)
            .findFirst();
  }

  /**
   * The space of a kernel on the shapes of a run: with variants the union of theirs. The variant is
   * the first choice, and a parameter that a variant does not have is not in its configurations;
   * its choice is always 0.
   *
   * @throws EmptySpaceException if no configuration satisfies every constraint
   * @throws IntractableSpaceException if the constraints are too entangled to find what is valid
   * @throws IllegalArgumentException if a constraint has no value
   */
  public static SearchSpace of(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    return KernelSpace.of(kernel, shapes, limits);
  }

  /**
   * The space of parameters and constraints without a kernel.
   *
   * @param scope declares at least the parameters
   * @param frames one for each shape by its name, with everything set but the parameters; they
   *     belong to the space from now on
   * @throws EmptySpaceException if no configuration satisfies every constraint
   * @throws IntractableSpaceException if the constraints are too entangled to find what is valid
   * @throws IllegalArgumentException if a constraint has no value
   */
  public static SearchSpace of(
      List<Parameter> parameters,
      List<Constraint> constraints,
      Scope scope,
      SequencedMap<String, Frame> frames) {
    return of(parameters, constraints, scope, frames, ConstructionEffort.USUAL);
  }

  static SearchSpace of(List<Parameter> parameters, Alternatives alternatives) {
    Scope none = Scope.builder().build();
    var unbound = new ShapeFrames(List.of(), none, new LinkedHashMap<>(Map.of("", none.frame())));
    return new SearchSpace(parameters, List.of(), unbound, List.of(alternatives));
  }

  static SearchSpace of(
      List<Parameter> parameters,
      List<Constraint> constraints,
      Scope scope,
      SequencedMap<String, Frame> frames,
      ConstructionEffort effort) {
    List<Frame> all = List.copyOf(frames.values());
    List<Condition> conditions =
        constraints.stream().map(constraint -> Condition.of(constraint, parameters, all)).toList();
    var bindings = new ShapeFrames(parameters, scope, frames);
    var components = new Components(parameters, bindings, effort);
    List<Component> found = components.of(conditions);
    if (Components.product(found).signum() == 0) {
      throw EmptySpace.diagnose(combinations(parameters), conditions, components);
    }
    return new SearchSpace(parameters, conditions, bindings, found);
  }

  /**
   * A space whose valid configurations are listed instead of described. It has no constraints, so
   * {@link #violated} finds none. Where some lack a parameter, the first one chooses a variant.
   *
   * @throws IllegalArgumentException if the list is empty or a value is not among its parameter's
   */
  public static SearchSpace listed(
      List<Parameter> parameters, Collection<Configuration> configurations) {
    if (configurations.stream().anyMatch(one -> one.variant().isPresent())
        && configurations.stream().anyMatch(one -> one.values().size() < parameters.size())) {
      return of(parameters, Alternatives.listed(parameters, configurations));
    }
    var scope = Scope.builder();
    parameters.forEach(parameter -> scope.declare(parameter.name(), parameter.type()));
    Scope built = scope.build();
    var bindings =
        new ShapeFrames(parameters, built, new LinkedHashMap<>(Map.of("", built.frame())));
    int[] radix = parameters.stream().mapToInt(parameter -> parameter.values().size()).toArray();
    long[] keys =
        configurations.stream()
            .map(configuration -> Choices.of(configuration, parameters))
            .mapToLong(choices -> Listing.key(Listing.weights(radix), choices))
            .sorted()
            .distinct()
            .toArray();
    if (keys.length == 0) {
      throw new IllegalArgumentException("A search space needs at least one configuration.");
    }
    int[] ordinals = IntStream.range(0, radix.length).toArray();
    return new SearchSpace(
        parameters, List.of(), bindings, List.of(new Listing(ordinals, radix, keys)));
  }

  /** How many configurations are valid, and whether that is counted or estimated. */
  public Count count() {
    return count;
  }

  /** The {@linkplain #count() count}, or the greatest long where there are more. */
  public long size() {
    return count.saturated();
  }

  /**
   * Whether every configuration has an index: the count is exact and fits into a long. Where it is
   * not, {@link #draw} and {@link #identity} serve in place of indices.
   */
  public boolean isNumbered() {
    return !numbered.isEmpty();
  }

  /** The number of combinations of values, valid or not. */
  public BigInteger combinations() {
    return alternatives.map(Alternatives::combinations).orElseGet(() -> combinations(parameters));
  }

  /** In the file's order, which is the order of the choices. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * The configuration with this index.
   *
   * @throws IndexOutOfBoundsException if the index is not below the {@linkplain #size() size}
   * @throws IllegalStateException if the space is not {@linkplain #isNumbered() numbered}
   */
  public Configuration at(long index) {
    return configuration(choicesAt(index));
  }

  /**
   * The choices of the configuration with this index, one for each parameter.
   *
   * @throws IndexOutOfBoundsException if the index is not below the {@linkplain #size() size}
   * @throws IllegalStateException if the space is not {@linkplain #isNumbered() numbered}
   */
  public int[] choicesAt(long index) {
    long rest = Objects.checkIndex(index, requireNumbered().size());
    int[] choices = new int[parameters.size()];
    for (Numbered component : numbered.reversed()) {
      long rows = component.count().longValueExact();
      component.read(rest % rows, choices);
      rest /= rows;
    }
    return choices;
  }

  /**
   * The index of a configuration; empty when it is not valid.
   *
   * @throws IllegalStateException if the space is not {@linkplain #isNumbered() numbered}
   */
  public OptionalLong indexOf(Configuration configuration) {
    return exist(configuration) ? indexOf(choices(configuration)) : OptionalLong.empty();
  }

  /**
   * The index of a configuration given by its choices; empty when they are not valid.
   *
   * @throws IllegalStateException if the space is not {@linkplain #isNumbered() numbered}
   */
  public OptionalLong indexOf(int... choices) {
    requireNumbered();
    long index = 0;
    for (Numbered component : numbered) {
      long row = component.row(choices);
      if (row < 0) {
        return OptionalLong.empty();
      }
      index = index * component.count().longValue() + row;
    }
    return OptionalLong.of(index);
  }

  /**
   * The number of a combination among all {@linkplain #combinations() combinations}, valid or not:
   * equal for equal choices, and unequal for others.
   */
  public BigInteger identity(int... choices) {
    return identity.of(choices);
  }

  public boolean contains(Configuration configuration) {
    return exist(configuration) && contains(choices(configuration));
  }

  private boolean exist(Configuration configuration) {
    return alternatives
        .map(all -> all.exist(configuration))
        .orElseGet(() -> Choices.exist(configuration, parameters));
  }

  public boolean contains(int... choices) {
    return components.stream().allMatch(component -> component.allows(choices));
  }

  /** A valid configuration, each with the same chance. */
  public Configuration sample(RandomGenerator random) {
    return configuration(draw(random));
  }

  /** {@link #sample} as choices. */
  public int[] draw(RandomGenerator random) {
    if (isNumbered()) {
      return choicesAt(random.nextLong(size()));
    }
    int[] choices = new int[parameters.size()];
    components.forEach(component -> component.draw(choices, random));
    return choices;
  }

  /** The same with the variant alone that a configuration of it chooses. */
  public SearchSpace within(Configuration configuration) {
    return alternatives
        .flatMap(all -> all.of(choices(configuration)).map(all::within))
        .orElse(this);
  }

  /** What can be changed about choices: with variants not every parameter exists beside others. */
  public Moves moves() {
    return new Moves(this, alternatives);
  }

  /**
   * The valid choices nearest to any choices: fewest parameters changed, then the fewest steps
   * along their values, then by lot. Valid choices are their own nearest. In a space whose count is
   * an estimate they are near, but not always the nearest.
   */
  public int[] nearest(int[] choices, RandomGenerator random) {
    int[] repaired = choices.clone();
    components.forEach(component -> component.repair(repaired, random));
    return repaired;
  }

  /**
   * The valid configurations that differ from this one in one parameter, nearest values first, then
   * in the parameters' order; with variants also one of every other variant, as like this one as
   * {@link Moves#with} makes it, or its default.
   */
  public List<Configuration> neighbours(Configuration configuration) {
    return configurations(neighbours(choices(configuration)));
  }

  /** {@link #neighbours(Configuration)} as choices; the given ones need not be valid. */
  public List<int[]> neighbours(int... choices) {
    return alternatives
        .map(all -> all.near(space -> space.neighbours(all.inside(choices)), choices))
        .orElseGet(() -> new Neighbourhood(this).around(choices));
  }

  /**
   * Of the {@linkplain #neighbours(Configuration) neighbours} the nearest on either side for each
   * parameter.
   */
  public List<Configuration> adjacent(Configuration configuration) {
    return configurations(adjacent(choices(configuration)));
  }

  /** {@link #adjacent(Configuration)} as choices; the given ones need not be valid. */
  public List<int[]> adjacent(int... choices) {
    return alternatives
        .map(all -> all.near(space -> space.adjacent(all.inside(choices)), choices))
        .orElseGet(() -> new Neighbourhood(this).beside(choices));
  }

  /**
   * The first constraint that a configuration breaks, in the file's order; empty when it is valid.
   *
   * @throws IllegalArgumentException if a parameter is missing or has a value that is not listed
   */
  public Optional<Violation> violated(Configuration configuration) {
    int[] choices = choices(configuration);
    if (alternatives.isPresent()) {
      return alternatives
          .get()
          .of(choices)
          .flatMap(variant -> variant.space().violated(configuration.withoutVariant()));
    }
    synchronized (bindings) {
      bindings.bindAll(choices);
      for (Condition condition : conditions) {
        int shape = bindings.failing(condition);
        if (shape >= 0) {
          String name = condition.everyShape() ? bindings.shape(shape) : "";
          return Optional.of(new Violation(configuration, condition.constraint(), name));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The choices of a configuration, valid or not.
   *
   * @throws IllegalArgumentException if a parameter is missing or has a value that is not listed
   */
  public int[] choices(Configuration configuration) {
    return alternatives
        .map(all -> all.choices(configuration))
        .orElseGet(() -> Choices.of(configuration, parameters));
  }

  /** The configuration of these choices, valid or not. */
  public Configuration configuration(int... choices) {
    return alternatives
        .map(all -> all.configuration(choices))
        .orElseGet(() -> Choices.configuration(parameters, choices));
  }

  private List<Configuration> configurations(List<int[]> found) {
    return found.stream().map(this::configuration).toList();
  }

  private static BigInteger combinations(List<Parameter> parameters) {
    return parameters.stream()
        .map(parameter -> BigInteger.valueOf(parameter.values().size()))
        .reduce(BigInteger.ONE, BigInteger::multiply);
  }

  private SearchSpace requireNumbered() {
    if (!isNumbered()) {
      throw new IllegalStateException(
          "The space has "
              + count
              + " configurations, which have no indices. Maybe use draw and identity instead.");
    }
    return this;
  }
}
