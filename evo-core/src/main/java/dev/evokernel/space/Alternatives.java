package dev.evokernel.space;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Variant;

/**
 * Space of several variants: the valid combinations of the first variant, then those of the second,
 * and so on. A variant without valid combinations is left out.
 */
final class Alternatives implements Component.Numbered {

  private final List<Parameter> parameters;
  private final List<VariantSpace> variants;
  private final BigInteger count;

  private Alternatives(List<Parameter> parameters, List<VariantSpace> variants) {
    this.parameters = List.copyOf(parameters);
    this.variants = List.copyOf(variants);
    this.count =
        variants.stream()
            .map(variant -> variant.space().count().value())
            .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /**
   * @param spaces builds the space of the kernel with one variant
   * @throws EmptySpaceException if no variant has a valid combination
   */
  static Alternatives of(Kernel kernel, Function<Variant, SearchSpace> spaces) {
    List<Variant> chosen = kernel.variants().chosen();
    List<VariantSpace> found = new ArrayList<>();
    Map<String, String> empty = new LinkedHashMap<>();
    for (int v = 0; v < chosen.size(); v++) {
      Variant variant = chosen.get(v);
      try {
        found.add(
            new VariantSpace(
                v,
                spaces.apply(variant),
                kernel.parameters(),
                variant.kernel().defaultConfiguration()));
      } catch (EmptySpaceException e) {
        empty.put(variant.name(), String.valueOf(e.getMessage()));
      }
    }
    if (found.isEmpty()) {
      throw new EmptySpaceException(
          empty.entrySet().stream()
              .map(variant -> "Variant '%s': %s".formatted(variant.getKey(), variant.getValue()))
              .collect(Collectors.joining(" ")));
    }
    return new Alternatives(kernel.parameters(), found);
  }

  /** Builds the space of listed configurations. The first parameter chooses the variant. */
  static Alternatives listed(List<Parameter> parameters, Collection<Configuration> configurations) {
    List<VariantSpace> found = new ArrayList<>();
    List<Value> names = parameters.getFirst().values();
    for (int v = 0; v < names.size(); v++) {
      Optional<String> name = Optional.of(names.get(v).toString());
      List<Configuration> own =
          configurations.stream()
              .filter(configuration -> configuration.variant().equals(name))
              .map(Configuration::withoutVariant)
              .toList();
      Configuration first = own.getFirst();
      List<Parameter> present =
          parameters.stream().filter(p -> first.find(p.name()).isPresent()).toList();
      found.add(new VariantSpace(v, SearchSpace.listed(present, own), parameters, first));
    }
    return new Alternatives(parameters, found);
  }

  /** Space of one variant alone; its configurations still name the variant. */
  SearchSpace within(VariantSpace variant) {
    List<Parameter> own = new ArrayList<>();
    Value name = parameters.getFirst().values().get(variant.variant());
    own.add(new Parameter(Configuration.VARIANT, List.of(name)));
    own.addAll(variant.space().parameters());
    var alone = new VariantSpace(0, variant.space(), own, variant.defaultConfiguration());
    return SearchSpace.of(own, new Alternatives(own, List.of(alone)));
  }

  List<VariantSpace> variants() {
    return variants;
  }

  /** Variant of the choices; empty if it has no valid combination. */
  Optional<VariantSpace> of(int... choices) {
    return variants.stream().filter(variant -> variant.variant() == choices[0]).findFirst();
  }

  private VariantSpace nearest(int... choices) {
    return of(choices).orElseGet(variants::getFirst);
  }

  /** Choices of a configuration, valid or not, that has the parameters of its variant. */
  int[] choices(Configuration configuration) {
    Value name = configuration.value(Configuration.VARIANT);
    int variant = parameters.getFirst().values().indexOf(name);
    VariantSpace space =
        of(variant)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The variant '%s' has no configuration in this space, only %s has."
                            .formatted(name, names())));
    return space.outside(space.space().choices(configuration.withoutVariant()));
  }

  private List<Value> names() {
    return variants.stream()
        .map(variant -> parameters.getFirst().values().get(variant.variant()))
        .toList();
  }

  /** Whether a configuration has the parameters of its variant, with listed values. */
  boolean exist(Configuration configuration) {
    return configuration
        .variant()
        .map(Value::of)
        .map(parameters.getFirst().values()::indexOf)
        .filter(variant -> variant >= 0)
        .flatMap(variant -> of(variant))
        .filter(own -> Choices.exist(configuration.withoutVariant(), own.space().parameters()))
        .isPresent();
  }

  Configuration configuration(int... choices) {
    VariantSpace variant = nearest(choices);
    var values = new LinkedHashMap<String, Value>();
    values.put(Configuration.VARIANT, parameters.getFirst().values().get(variant.variant()));
    values.putAll(variant.space().configuration(variant.inside(choices)).values());
    return new Configuration(values);
  }

  /**
   * Moves choices to another variant. Shared parameters keep their values, or take the nearest
   * listed values; the others are as in the variant's default. The result need not be valid.
   */
  int[] moved(int to, int... choices) {
    return of(to)
        .map(
            target ->
                of(choices)
                    .map(from -> target.outside(target.insideFrom(from, choices)))
                    .orElseGet(target::outsideDefault))
        .orElseGet(choices::clone);
  }

  int[] theDefault(int variant) {
    return nearest(variant).outsideDefault();
  }

  int[] inside(int... choices) {
    return nearest(choices).inside(choices);
  }

  /**
   * Choices near the given ones: one of every other variant, and those within their own variant.
   *
   * @param own finds near choices within a variant
   */
  List<int[]> near(Function<SearchSpace, List<int[]>> own, int... choices) {
    Stream<int[]> within =
        of(choices).stream()
            .flatMap(variant -> own.apply(variant.space()).stream().map(variant::outside));
    return Stream.concat(otherVariants(choices).stream(), within).toList();
  }

  /** Nearest choices with every other variant: as {@link #moved}, or else the variant's default. */
  private List<int[]> otherVariants(int... choices) {
    return variants.stream()
        .filter(variant -> variant.variant() != choices[0])
        .map(
            variant -> {
              int[] moved = moved(variant.variant(), choices);
              return allows(moved) ? moved : variant.outsideDefault();
            })
        .filter(this::allows)
        .toList();
  }

  BigInteger combinations() {
    return variants.stream()
        .map(variant -> variant.space().combinations())
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  @Override
  public BigInteger count() {
    return count;
  }

  @Override
  public boolean isExact() {
    return variants.stream().allMatch(variant -> variant.space().count().exact());
  }

  @Override
  public boolean allows(int... choices) {
    return of(choices)
        .filter(variant -> variant.isExact(choices))
        .filter(variant -> variant.space().contains(variant.inside(choices)))
        .isPresent();
  }

  @Override
  public void read(long row, int[] choices) {
    long rest = row;
    for (VariantSpace variant : variants) {
      long size = variant.space().size();
      if (rest < size) {
        variant.write(variant.space().choicesAt(rest), choices);
        return;
      }
      rest -= size;
    }
    throw new IndexOutOfBoundsException("row must be < " + count + ", was " + row + ".");
  }

  @Override
  public long row(int... choices) {
    long before = 0;
    for (VariantSpace variant : variants) {
      if (variant.variant() == choices[0]) {
        OptionalLong index =
            variant.isExact(choices)
                ? variant.space().indexOf(variant.inside(choices))
                : OptionalLong.empty();
        return index.isPresent() ? before + index.getAsLong() : -1;
      }
      before += variant.space().size();
    }
    return -1;
  }

  @Override
  public void draw(int[] choices, RandomGenerator random) {
    BigInteger rest = Count.below(count, random);
    for (VariantSpace variant : variants) {
      BigInteger size = variant.space().count().value();
      if (rest.compareTo(size) < 0) {
        variant.write(variant.space().draw(random), choices);
        return;
      }
      rest = rest.subtract(size);
    }
  }

  /** Draws each variant with equal probability, and a valid combination of it uniformly. */
  int[] drawEvenly(RandomGenerator random) {
    VariantSpace variant = variants.get(random.nextInt(variants.size()));
    return variant.outside(variant.space().draw(random));
  }

  @Override
  public void repair(int[] choices, RandomGenerator random) {
    if (!allows(choices)) {
      VariantSpace variant = nearest(choices);
      variant.write(variant.space().nearest(variant.inside(choices), random), choices);
    }
  }
}
