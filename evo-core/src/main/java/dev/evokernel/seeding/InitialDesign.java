package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.seeding.InitialDesign.SpaceFitting.Fit;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.store.StoredInitialConfiguration;

/** Collects the initial configurations besides the default, each once, in order. */
public final class InitialDesign {

  /** Number of examined suggestions for each wanted one. */
  private static final int PATIENCE = 4;

  private final SpaceFitting fitting;
  private final Map<Configuration, String> taken = new HashMap<>();
  private final List<StoredInitialConfiguration> settled = new ArrayList<>();

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

  /**
   * Fits configurations of another kernel version, device or tool into a search space.
   *
   * <p>A missing parameter takes the default of the variant that the configuration names. An
   * unlisted number becomes the nearest listed one by ratio. If a constraint forbids the result,
   * the nearest valid configuration replaces it. A configuration does not fit if more than half of
   * its parameters would change.
   */
  record SpaceFitting(
      SearchSpace space, Configuration defaultConfiguration, RandomGenerator random) {
    /**
     * Result of fitting.
     *
     * @param configuration in the space; empty if none is near enough
     * @param note changes as text, empty for none; without a configuration, why none fits
     */
    record Fit(Optional<Configuration> configuration, String note) {

      static Fit none(String why) {
        return new Fit(Optional.empty(), why);
      }
    }

    Fit of(Configuration wish) {
      var listed = new LinkedHashMap<String, Value>();
      int known = 0;
      Configuration base = base(wish);
      List<Parameter> parameters =
          space.parameters().stream()
              .filter(parameter -> base.find(parameter.name()).isPresent())
              .toList();
      for (Parameter parameter : parameters) {
        Value wished = wish.values().get(parameter.name());
        known += wished == null ? 0 : 1;
        listed.put(
            parameter.name(),
            wished == null ? base.value(parameter.name()) : nearest(wished, parameter, base));
      }
      if (known == 0) {
        return Fit.none("it names no parameter of this kernel");
      }
      int[] choices = space.choices(new Configuration(listed));
      Configuration fitted = space.configuration(space.nearest(choices, random));
      if (!space.contains(fitted)) {
        return Fit.none("no valid configuration is near it");
      }
      List<String> changes = changes(wish, fitted);
      if (2 * changes.size() > parameters.size()) {
        return Fit.none(
            "%d of %d parameters would have to change"
                .formatted(changes.size(), parameters.size()));
      }
      return new Fit(
          Optional.of(fitted), changes.isEmpty() ? "" : "repaired: " + String.join(", ", changes));
    }

    private Configuration base(Configuration wish) {
      Parameter first = space.parameters().getFirst();
      int variant =
          wish.variant()
              .filter(_ -> space.acrossVariants())
              .map(Value::of)
              .map(first.values()::indexOf)
              .orElse(-1);
      return variant < 0 ? defaultConfiguration : space.configuration(space.theDefault(variant));
    }

    private static List<String> changes(Configuration wish, Configuration fitted) {
      var changes = new ArrayList<String>();
      fitted
          .values()
          .forEach(
              (name, value) -> {
                Value wished = wish.values().get(name);
                if (wished == null) {
                  changes.add(name + "=" + value + ", which it leaves open");
                } else if (distance(wished, value) > 0) {
                  changes.add(name + "=" + value + " instead of " + wished);
                }
              });
      return changes;
    }

    private static Value nearest(Value wished, Parameter parameter, Configuration base) {
      Value best = base.value(parameter.name());
      double least = Double.POSITIVE_INFINITY;
      for (Value value : parameter.values()) {
        double distance = distance(wished, value);
        if (distance < least) {
          least = distance;
          best = value;
        }
      }
      return best;
    }

    /** Distance by ratio for positive numbers, else by difference; 0 or infinity for words. */
    private static double distance(Value one, Value other) {
      OptionalDouble first = number(one);
      OptionalDouble second = number(other);
      if (first.isEmpty() || second.isEmpty()) {
        return one.equals(other) ? 0 : Double.POSITIVE_INFINITY;
      }
      double from = first.getAsDouble();
      double to = second.getAsDouble();
      return from > 0 && to > 0 ? Math.abs(Math.log(from / to)) : Math.abs(from - to);
    }

    /** Number of a value, or of a text that spells one; true is 1, as in macros. */
    private static OptionalDouble number(Value value) {
      return switch (value) {
        case Value.IntegerValue(long number) -> OptionalDouble.of((double) number);
        case Value.RealValue(double number) -> OptionalDouble.of(number);
        case Value.BooleanValue(boolean truth) -> OptionalDouble.of(truth ? 1 : 0);
        case Value.TextValue(String text) ->
            text.matches("-?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?")
                ? OptionalDouble.of(Double.parseDouble(text))
                : OptionalDouble.empty();
      };
    }
  }
}
