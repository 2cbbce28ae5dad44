package dev.evokernel.space;

import module java.base;

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
import dev.evokernel.kernel.Variant;
import dev.evokernel.space.Component.Numbered;

/**
 * Configurations that satisfy every constraint on every shape, however many. Never empty.
 * Thread-safe.
 *
 * <p>A configuration has three forms: the {@link Configuration} itself; its <em>choices</em>, for
 * each parameter the position of its value in the parameter's list; and its <em>index</em> from 0,
 * if the space is {@linkplain #isNumbered() numbered}. The numbering depends on the parameters,
 * their values and the constraints only, so that an index means the same in every run over the same
 * space. Every combination has an {@linkplain #identity identity}, in any space.
 *
 * <p>No size is too large, because components are stored as diagrams, not as lists. If constraints
 * entangle so many parameters that even the diagram does not fit, some constraints are left to
 * rejection. Such a space is not numbered, its {@linkplain #count() count} is an estimate, and
 * {@link #nearest} finds near rather than nearest choices; {@link #sample} is still uniform.
 */
public final class SearchSpace {

  private final List<Parameter> parameters;
  private final List<Condition> conditions;
  private final ShapeFrames bindings;
  private final List<Component> components;
  private final List<Numbered> numbered;
  private final int[] radix;
  private final int[][] values;
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
    this.radix = radix(parameters);
    this.values =
        Arrays.stream(radix)
            .mapToObj(count -> IntStream.range(0, count).toArray())
            .toArray(int[][]::new);
    this.alternatives =
        components.stream()
            .filter(Alternatives.class::isInstance)
            .map(Alternatives.class::cast)
            .findFirst();
  }

  /**
   * Builds the space of a kernel for the shapes of a run; with variants the union of their spaces.
   * The variant is the first choice. A configuration omits the parameters that its variant lacks;
   * their choice is always 0.
   *
   * @throws EmptySpaceException if no configuration satisfies every constraint
   * @throws IntractableSpaceException if the constraints are too entangled to find valid
   *     configurations
   * @throws IllegalArgumentException if a constraint has no value
   */
  public static SearchSpace of(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    return kernel.variants().isEmpty()
        ? ofOne(kernel, shapes, limits)
        : of(
            kernel.parameters(),
            Alternatives.of(kernel, variant -> ofOne(variant, shapes, limits)));
  }

  private static SearchSpace ofOne(Variant variant, List<Shape> shapes, DeviceLimits limits) {
    Optional<Constraint> unmet = variant.unmet(limits::value);
    if (unmet.isPresent()) {
      throw new EmptySpaceException(
          "it requires '%s'%s."
              .formatted(
                  unmet.get().condition(),
                  unmet.get().because().isEmpty() ? "" : ": " + unmet.get().because()));
    }
    return ofOne(variant.kernel(), shapes, limits);
  }

  private static SearchSpace ofOne(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    Scope scope = kernel.scope();
    var frames = new LinkedHashMap<String, Frame>();
    for (Shape shape : shapes) {
      Frame frame = scope.frame();
      for (Limit limit : Limit.values()) {
        if (scope.declares(limit.expressionName())) {
          frame.set(limit.expressionName(), Value.of(limits.value(limit)));
        }
      }
      frames.put(shape.name(), shape.bind(frame));
    }
    return of(kernel.parameters(), kernel.constraints(), scope, frames, ConstructionEffort.USUAL);
  }

  static SearchSpace of(List<Parameter> parameters, Alternatives alternatives) {
    Scope none = Scope.builder().build();
    var unbound = new ShapeFrames(List.of(), none, new LinkedHashMap<>(Map.of("", none.frame())));
    return new SearchSpace(parameters, List.of(), unbound, List.of(alternatives));
  }

  /**
   * Builds the space of parameters and constraints without a kernel.
   *
   * @param scope declares at least the parameters
   * @param frames one for each shape by its name, with everything set except the parameters; the
   *     space owns them afterwards
   * @throws EmptySpaceException if no configuration satisfies every constraint
   * @throws IntractableSpaceException if the constraints are too entangled to find valid
   *     configurations
   * @throws IllegalArgumentException if a constraint has no value
   */
  public static SearchSpace of(
      List<Parameter> parameters,
      List<Constraint> constraints,
      Scope scope,
      SequencedMap<String, Frame> frames,
      ConstructionEffort effort) {
    List<Frame> all = List.copyOf(frames.values());
    List<Condition> conditions =
        constraints.stream()
            .map(
                constraint ->
                    Condition.of(
                        constraint, parameters, all, !constraint.equals(constraints.getFirst())))
            .toList();
    var bindings = new ShapeFrames(parameters, scope, frames);
    var components = new Components(parameters, bindings, effort);
    List<Component> found = components.of(conditions);
    if (Components.product(found).signum() == 0) {
      throw components.diagnose(combinations(parameters), conditions);
    }
    return new SearchSpace(parameters, conditions, bindings, found);
  }

  /**
   * Builds a space of listed configurations. It has no constraints, so {@link #violated} finds
   * none. If some configurations lack a parameter, the first parameter chooses a variant.
   *
   * @throws IllegalArgumentException if the list is empty, or a value is not in its parameter's
   *     list
   */
  public static SearchSpace listed(
      List<Parameter> parameters, Collection<Configuration> configurations) {
    if (configurations.stream().anyMatch(listed -> listed.variant().isPresent())
        && configurations.stream().anyMatch(listed -> listed.values().size() < parameters.size())) {
      return of(parameters, Alternatives.listed(parameters, configurations));
    }
    Scope scope = scope(parameters);
    var bindings =
        new ShapeFrames(parameters, scope, new LinkedHashMap<>(Map.of("", scope.frame())));
    int[] radix = radix(parameters);
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

  /** Scope of conditions over parameters alone. */
  public static Scope scope(List<Parameter> parameters) {
    Scope.Builder scope = Scope.builder();
    for (Parameter parameter : parameters) {
      scope.declare(parameter.name(), parameter.type());
      for (Value value : parameter.values()) {
        if (value instanceof Value.TextValue(String word)) {
          scope.word(word);
        }
      }
    }
    return scope.build();
  }

  private static int[] radix(List<Parameter> parameters) {
    return parameters.stream().mapToInt(parameter -> parameter.values().size()).toArray();
  }

  /** Number of valid configurations, counted or estimated. */
  public Count count() {
    return count;
  }

  /** {@linkplain #count() Count}, or {@link Long#MAX_VALUE} if it is larger. */
  public long size() {
    return count.saturated();
  }

  /**
   * Whether every configuration has an index: the count is exact and fits into a long. Otherwise
   * use {@link #draw} and {@link #identity} instead of indices.
   */
  public boolean isNumbered() {
    return !numbered.isEmpty();
  }

  /** Number of combinations of values, valid or not. */
  public BigInteger combinations() {
    return alternatives.map(Alternatives::combinations).orElseGet(() -> combinations(parameters));
  }

  /** Parameters in the file's order, which is the order of the choices. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * Configuration with an index.
   *
   * @throws IndexOutOfBoundsException if the index is not below the {@linkplain #size() size}
   * @throws IllegalStateException if the space is not {@linkplain #isNumbered() numbered}
   */
  public Configuration at(long index) {
    return configuration(choicesAt(index));
  }

  /** {@link #at} as choices. */
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
   * Index of a configuration; empty if it is invalid.
   *
   * @throws IllegalStateException if the space is not {@linkplain #isNumbered() numbered}
   */
  public OptionalLong indexOf(Configuration configuration) {
    return exist(configuration) ? indexOf(choices(configuration)) : OptionalLong.empty();
  }

  /** {@link #indexOf(Configuration)} for choices. */
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
   * Number of a combination among all {@linkplain #combinations() combinations}, valid or not;
   * different choices have different numbers.
   */
  public BigInteger identity(int... choices) {
    return Choices.identity(radix, choices);
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

  /** Draws a valid configuration uniformly. */
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

  /** Space of the variant of a configuration alone. */
  public SearchSpace within(Configuration configuration) {
    return alternatives
        .flatMap(all -> all.of(choices(configuration)).map(all::within))
        .orElse(this);
  }

  /** Whether the first parameter chooses one of several variants. */
  public boolean acrossVariants() {
    return alternatives.filter(all -> all.variants().size() > 1).isPresent();
  }

  /** Whether the variant of the choices has a parameter. */
  public boolean has(int parameter, int... choices) {
    return alternatives.isEmpty()
        || alternatives.get().of(choices).filter(variant -> variant.has(parameter)).isPresent();
  }

  /**
   * Possible choices of a parameter in the variant of the choices, in the order of its list; empty
   * if the variant lacks the parameter. The array must not be modified.
   */
  public int[] values(int parameter, int... choices) {
    if (alternatives.isEmpty()) {
      return values[parameter];
    }
    Alternatives all = alternatives.get();
    return parameter == 0
        ? all.variants().stream().mapToInt(VariantSpace::variant).toArray()
        : all.of(choices).map(variant -> variant.values(parameter)).orElse(VariantSpace.NOTHING);
  }

  /**
   * Changes the choice of a parameter. With another variant, shared parameters keep their values
   * and the others are as in its default. The result need not be valid.
   */
  public int[] with(int parameter, int choice, int... choices) {
    if (parameter == 0 && alternatives.isPresent()) {
      return alternatives.get().moved(choice, choices);
    }
    int[] changed = choices.clone();
    changed[parameter] = choice;
    return changed;
  }

  /**
   * Default of a variant, valid or not; the choices of the first variant if it has none.
   *
   * @param variant choice of the first parameter
   * @throws NoSuchElementException if there are no variants
   */
  public int[] theDefault(int variant) {
    return alternatives.orElseThrow().theDefault(variant);
  }

  /** {@link #draw}, where each variant has equal probability, whatever its size. */
  public int[] drawEvenly(RandomGenerator random) {
    return alternatives.map(all -> all.drawEvenly(random)).orElseGet(() -> draw(random));
  }

  /**
   * Valid choices nearest to any choices: fewest parameters changed, then fewest steps along their
   * values, then at random. Valid choices are their own nearest. If the count is an estimate, the
   * result is near but not always nearest.
   */
  public int[] nearest(int[] choices, RandomGenerator random) {
    int[] repaired = choices.clone();
    components.forEach(component -> component.repair(repaired, random));
    return repaired;
  }

  /**
   * Valid choices that differ from the given ones in one parameter, nearest values first, then in
   * the parameters' order; with variants also one of every other variant, made by {@link #with} or
   * the variant's default. The given choices need not be valid.
   */
  public List<int[]> neighbours(int... choices) {
    return alternatives
        .map(all -> all.near(space -> space.neighbours(all.inside(choices)), choices))
        .orElseGet(() -> steps(false, choices));
  }

  /** Nearest {@linkplain #neighbours neighbours} on either side of each parameter. */
  public List<int[]> adjacent(int... choices) {
    return alternatives
        .map(all -> all.near(space -> space.adjacent(all.inside(choices)), choices))
        .orElseGet(() -> steps(true, choices));
  }

  /**
   * Valid choices that differ in one parameter, nearest values first. A side of a parameter is done
   * with its nearest valid value if {@code nearestOnly}.
   */
  private List<int[]> steps(boolean nearestOnly, int... choices) {
    int longest = Arrays.stream(radix).max().orElse(0);
    var found = new ArrayList<int[]>();
    Set<Integer> done = new HashSet<>();
    for (int steps = 1; steps < longest; steps++) {
      for (int p = 0; p < choices.length; p++) {
        for (int step : new int[] {-steps, steps}) {
          int side = 2 * p + (step < 0 ? 0 : 1);
          if (!done.contains(side) && tryStep(p, step, found, choices) && nearestOnly) {
            done.add(side);
          }
        }
      }
    }
    return found;
  }

  private boolean tryStep(int parameter, int step, List<int[]> found, int... choices) {
    int choice = choices[parameter] + step;
    if (choice < 0 || choice >= radix[parameter]) {
      return false;
    }
    int[] moved = choices.clone();
    moved[parameter] = choice;
    return contains(moved) && found.add(moved);
  }

  /**
   * Says which constraint a configuration breaks first, in the file's order; empty if it is valid.
   *
   * @throws IllegalArgumentException if a parameter is missing or has a value that is not listed
   */
  public Optional<String> violated(Configuration configuration) {
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
          return Optional.of(condition.broken(configuration, bindings.shape(shape)));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Choices of a configuration, valid or not.
   *
   * @throws IllegalArgumentException if a parameter is missing or has a value that is not listed
   */
  public int[] choices(Configuration configuration) {
    return alternatives
        .map(all -> all.choices(configuration))
        .orElseGet(() -> Choices.of(configuration, parameters));
  }

  /** Configuration of choices, valid or not. */
  public Configuration configuration(int... choices) {
    return alternatives
        .map(all -> all.configuration(choices))
        .orElseGet(() -> Choices.configuration(parameters, choices));
  }

  private static BigInteger combinations(List<Parameter> parameters) {
    return parameters.stream()
        .map(parameter -> BigInteger.valueOf(parameter.values().size()))
        .reduce(BigInteger.ONE, BigInteger::multiply);
  }

  private SearchSpace requireNumbered() {
    if (!isNumbered()) {
      throw new IllegalStateException(
          "The %s configurations of the space have no indices. Maybe use draw and identity instead."
              .formatted(count));
    }
    return this;
  }

  /**
   * Limits of the effort for the construction of one component.
   *
   * @param numbers held by a diagram and the states it distinguishes: 200 MB
   * @param steps to find them, some seconds
   * @param listed combinations to enumerate, some ten seconds
   */
  public record ConstructionEffort(long numbers, long steps, long listed) {
    public static final ConstructionEffort USUAL =
        new ConstructionEffort(8_000_000, 200_000_000, 100_000_000);
  }
}
