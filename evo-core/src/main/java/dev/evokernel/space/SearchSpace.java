package dev.evokernel.space;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
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
 * The configurations that satisfy every constraint on every shape, numbered from 0. Never empty.
 * Safe for use by several threads.
 *
 * <p>A configuration has three faces: the {@link Configuration} itself; its <em>choices</em>, for
 * each parameter the position of its value in the parameter's list; and its <em>index</em>. The
 * numbering depends on the parameters, their values and the constraints alone, so that an index
 * means the same in every run over the same space.
 */
public final class SearchSpace {

  private final List<Parameter> parameters;
  private final List<Condition> conditions;
  private final Bindings bindings;
  private final List<Component> components;
  private final long size;

  private SearchSpace(
      List<Parameter> parameters,
      List<Condition> conditions,
      Bindings bindings,
      List<Component> components) {
    this.parameters = List.copyOf(parameters);
    this.conditions = List.copyOf(conditions);
    this.bindings = bindings;
    this.components = List.copyOf(components);
    this.size = size(components);
  }

  /**
   * The space of a kernel on the shapes of a run.
   *
   * @throws EmptySpaceException if no configuration satisfies every constraint
   * @throws IllegalArgumentException if the space is too large, or a constraint has no value
   */
  public static SearchSpace of(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    Scope scope = kernel.scope();
    var frames = new LinkedHashMap<String, Frame>();
    for (Shape shape : shapes) {
      Frame frame = scope.frame();
      for (Limit limit : Limit.values()) {
        if (scope.declares(limit.expressionName())) {
          frame.set(limit.expressionName(), Value.of(limits.value(limit)));
        }
      }
      shape.dimensions().forEach((name, extent) -> frame.set(name, Value.of((long) extent)));
      frames.put(shape.name(), frame);
    }
    return of(kernel.parameters(), kernel.constraints(), scope, frames);
  }

  /**
   * The space of parameters and constraints without a kernel.
   *
   * @param scope declares at least the parameters
   * @param frames one for each shape by its name, with everything set but the parameters; they
   *     belong to the space from now on
   * @throws EmptySpaceException if no configuration satisfies every constraint
   * @throws IllegalArgumentException if the space is too large, or a constraint has no value
   */
  public static SearchSpace of(
      List<Parameter> parameters,
      List<Constraint> constraints,
      Scope scope,
      SequencedMap<String, Frame> frames) {
    List<Condition> conditions =
        constraints.stream().map(constraint -> Condition.of(constraint, parameters)).toList();
    var bindings = new Bindings(parameters, scope, frames);
    var components = new Components(parameters, bindings);
    List<Component> found = components.of(conditions);
    if (Components.product(found).signum() == 0) {
      throw EmptySpace.diagnose(combinations(parameters), conditions, components);
    }
    return new SearchSpace(parameters, conditions, bindings, found);
  }

  /**
   * A space whose valid configurations are listed instead of described. It has no constraints, so
   * {@link #violated} finds none.
   *
   * @throws IllegalArgumentException if the list is empty or a value is not among its parameter's
   */
  public static SearchSpace listed(
      List<Parameter> parameters, Collection<Configuration> configurations) {
    var scope = Scope.builder();
    parameters.forEach(parameter -> scope.declare(parameter.name(), parameter.type()));
    Scope built = scope.build();
    var bindings = new Bindings(parameters, built, new LinkedHashMap<>(Map.of("", built.frame())));
    int[] radix = parameters.stream().mapToInt(parameter -> parameter.values().size()).toArray();
    long[] keys =
        configurations.stream()
            .map(configuration -> Choices.of(configuration, parameters))
            .mapToLong(choices -> Component.key(Component.weights(radix), choices))
            .sorted()
            .distinct()
            .toArray();
    if (keys.length == 0) {
      throw new IllegalArgumentException("A search space needs at least one configuration.");
    }
    int[] ordinals = IntStream.range(0, radix.length).toArray();
    return new SearchSpace(
        parameters, List.of(), bindings, List.of(new Component(ordinals, radix, keys)));
  }

  /** The number of valid configurations. */
  public long size() {
    return size;
  }

  /** The number of combinations of values, valid or not. */
  public BigInteger combinations() {
    return combinations(parameters);
  }

  /** In the file's order, which is the order of the choices. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * The configuration with this index.
   *
   * @throws IndexOutOfBoundsException if the index is not below the {@linkplain #size() size}
   */
  public Configuration at(long index) {
    return configuration(choicesAt(index));
  }

  /**
   * The choices of the configuration with this index, one for each parameter.
   *
   * @throws IndexOutOfBoundsException if the index is not below the {@linkplain #size() size}
   */
  public int[] choicesAt(long index) {
    long rest = Objects.checkIndex(index, size);
    int[] choices = new int[parameters.size()];
    for (Component component : components.reversed()) {
      component.read((int) (rest % component.size()), choices);
      rest /= component.size();
    }
    return choices;
  }

  /** The index of a configuration; empty when it is not valid. */
  public OptionalLong indexOf(Configuration configuration) {
    return Choices.exist(configuration, parameters)
        ? indexOf(choices(configuration))
        : OptionalLong.empty();
  }

  /** The index of a configuration given by its choices; empty when they are not valid. */
  public OptionalLong indexOf(int... choices) {
    long index = 0;
    for (Component component : components) {
      int row = component.row(choices);
      if (row < 0) {
        return OptionalLong.empty();
      }
      index = index * component.size() + row;
    }
    return OptionalLong.of(index);
  }

  public boolean contains(Configuration configuration) {
    return indexOf(configuration).isPresent();
  }

  public boolean contains(int... choices) {
    return components.stream().allMatch(component -> component.allows(choices));
  }

  /** A valid configuration, each with the same chance. */
  public Configuration sample(RandomGenerator random) {
    return at(random.nextLong(size));
  }

  /**
   * The valid choices nearest to any choices: fewest parameters changed, then the fewest steps
   * along their values, then by lot. Valid choices are their own nearest.
   */
  public int[] nearest(int[] choices, RandomGenerator random) {
    int[] repaired = choices.clone();
    components.forEach(component -> component.repair(repaired, random));
    return repaired;
  }

  /**
   * The valid configurations that differ from this one in one parameter, nearest values first, then
   * in the parameters' order.
   */
  public List<Configuration> neighbours(Configuration configuration) {
    return configurations(neighbours(choices(configuration)));
  }

  /** {@link #neighbours(Configuration)} as choices; the given ones need not be valid. */
  public List<int[]> neighbours(int... choices) {
    return new Neighbourhood(this).around(choices);
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
    return new Neighbourhood(this).beside(choices);
  }

  /**
   * The first constraint that a configuration breaks, in the file's order; empty when it is valid.
   *
   * @throws IllegalArgumentException if a parameter is missing or has a value that is not listed
   */
  public Optional<Violation> violated(Configuration configuration) {
    int[] choices = choices(configuration);
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
    return Choices.of(configuration, parameters);
  }

  /** The configuration of these choices, valid or not. */
  public Configuration configuration(int... choices) {
    return Choices.configuration(parameters, choices);
  }

  private List<Configuration> configurations(List<int[]> found) {
    return found.stream().map(this::configuration).toList();
  }

  private static BigInteger combinations(List<Parameter> parameters) {
    return parameters.stream()
        .map(parameter -> BigInteger.valueOf(parameter.values().size()))
        .reduce(BigInteger.ONE, BigInteger::multiply);
  }

  private static long size(List<Component> components) {
    BigInteger size = Components.product(components);
    if (size.bitLength() >= Long.SIZE) {
      throw new IllegalArgumentException(
          "The space has "
              + size
              + " configurations, more than can be numbered. Maybe list fewer values.");
    }
    return size.longValueExact();
  }
}
