package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.shipping.DispatchRule.Question;

/** Properties of a kernel's shapes that a rule can test: dimensions, facts and derived numbers. */
final class ShapeFeatures {

  /** Maximum number of dimensions for products of three. */
  private static final int FEW = 6;

  /** Operators that bind no tighter than a comparison. */
  private static final Pattern LOOSE = Pattern.compile("[?<>=!&|]|\\b(and|or|not|in)\\b");

  private final Scope scope;
  private final List<String> dimensions;
  private final List<Expression> derived;

  private ShapeFeatures(Scope scope, List<String> dimensions, List<String> derived) {
    this.scope = scope;
    this.dimensions = List.copyOf(dimensions);
    this.derived = derived.stream().distinct().map(text -> Expression.parse(text, scope)).toList();
  }

  /**
   * Features of a kernel's shapes and of the configurations. Each configuration adds its number of
   * tiles; each pair adds the ratio of the times of whole rounds of tiles.
   */
  public static ShapeFeatures of(
      Kernel kernel, List<Configuration> configurations, OptionalLong cores) {
    List<TileCounts.Tiles> tiles =
        configurations.stream()
            .flatMap(configuration -> new TileCounts(kernel, configuration).tiles().stream())
            .distinct()
            .toList();
    var derived = new ArrayList<>(tiles.stream().map(TileCounts.Tiles::count).toList());
    cores.ifPresent(count -> addRounds(tiles, count, derived));
    derived.add(kernel.work().flops().expanded());
    derived.add(kernel.work().bytes().expanded());
    return of(kernel.shapes(), derived);
  }

  /** Adds ratios for one and two blocks per core, since the occupancy is unknown here. */
  private static void addRounds(List<TileCounts.Tiles> tiles, long cores, List<String> derived) {
    for (int i = 0; i < tiles.size(); i++) {
      for (int j = i + 1; j < tiles.size(); j++) {
        for (long mine = 1; mine <= 2; mine++) {
          for (long theirs = 1; theirs <= 2; theirs++) {
            derived.add(tiles.get(i).rounds(cores, mine, tiles.get(j), theirs));
          }
        }
      }
    }
  }

  static ShapeFeatures of(List<Shape> shapes, List<String> derived) {
    return new ShapeFeatures(
        new ShapeSelection(shapes).scope(),
        List.copyOf(shapes.getFirst().dimensions().keySet()),
        derived);
  }

  /** Frame with a shape's values, for {@link DispatchRule#at}. */
  public Frame frame(Shape shape) {
    return shape.bind(scope.frame());
  }

  /**
   * Features to test, simple ones first: dimensions, products of two and three, quotients, tiles,
   * work. Constant dimensions are omitted; so are dimensions with the value 0 in products.
   */
  List<Expression> numbers(List<Shape> shapes) {
    List<String> varying = dimensions.stream().filter(name -> range(shapes, name) > 0).toList();
    List<String> sizes =
        dimensions.stream()
            .filter(name -> shapes.stream().allMatch(shape -> size(shape, name) > 0))
            .filter(name -> range(shapes, name) > 0)
            .toList();
    var texts = new LinkedHashSet<>(varying);
    products(sizes, texts);
    return Stream.concat(
            texts.stream().map(text -> Expression.parse(text, scope)), derived.stream())
        .toList();
  }

  private static void products(List<String> sizes, Set<String> texts) {
    for (int i = 0; i < sizes.size(); i++) {
      for (int j = i + 1; j < sizes.size(); j++) {
        texts.add(sizes.get(i) + " * " + sizes.get(j));
      }
    }
    for (int i = 0; i < sizes.size() && sizes.size() <= FEW; i++) {
      for (int j = i + 1; j < sizes.size(); j++) {
        for (int k = j + 1; k < sizes.size(); k++) {
          texts.add(sizes.get(i) + " * " + sizes.get(j) + " * " + sizes.get(k));
        }
      }
    }
    for (String one : sizes) {
      sizes.stream()
          .filter(other -> !other.equals(one))
          .forEach(other -> texts.add(one + " // " + other));
    }
  }

  private static long range(List<Shape> shapes, String dimension) {
    var sizes = shapes.stream().mapToLong(shape -> size(shape, dimension)).summaryStatistics();
    return sizes.getMax() - sizes.getMin();
  }

  private static long size(Shape shape, String dimension) {
    return shape.dimensions().getOrDefault(dimension, 0L);
  }

  /** Facts to test, each with a value; constant facts are omitted. */
  List<Map.Entry<String, Value>> facts(List<Shape> shapes) {
    var facts = new ArrayList<Map.Entry<String, Value>>();
    for (String fact : shapes.getFirst().facts().keySet()) {
      List<Value> values =
          shapes.stream()
              .flatMap(shape -> Stream.ofNullable(shape.facts().get(fact)))
              .distinct()
              .toList();
      // Two values need one test.
      values.stream()
          .limit(values.size() == 2 ? 1 : values.size() == 1 ? 0 : values.size())
          .forEach(value -> facts.add(Map.entry(fact, value)));
    }
    return facts;
  }

  /**
   * Creates the question {@code feature <= threshold}.
   *
   * @throws dev.evokernel.expr.ExpressionException if the text is not an expression over shapes
   */
  public Question atMost(String feature, long threshold) {
    return new Question.AtMost(
        Expression.parse(feature, scope),
        threshold,
        Expression.parse(
            (LOOSE.matcher(feature).find() ? "(" + feature + ")" : feature) + " <= " + threshold,
            scope));
  }

  /**
   * Creates the question {@code fact == value}.
   *
   * @throws dev.evokernel.expr.ExpressionException if no fact has this name
   */
  public Question is(String fact, Value value) {
    String written = value.type() == Type.TEXT ? "\"" + value + "\"" : value.toString();
    return new Question.Is(fact, value, Expression.parse(fact + " == " + written, scope));
  }

  /**
   * Number of tiles of a configuration, as an expression over the shape. A grid with {@code
   * ceil_div(S, TILE)} and a tile of 128 gives {@code B * H * ceil_div(S, 128)}. Which of two tile
   * sizes is better depends on their number, on the fill of the last tile, and on the idle cores in
   * the last round.
   */
  static final class TileCounts {

    /**
     * Tiles of one size.
     *
     * @param count number of tiles, as an expression over the shape
     * @param area elements of one tile
     */
    record Tiles(String count, long area) {

      /**
       * Time of whole rounds of these tiles in percent of the other tiles' time, as an expression.
       *
       * @param mine concurrent tiles per core
       * @param theirs concurrent tiles per core of the other configuration
       */
      String rounds(long cores, long mine, Tiles others, long theirs) {
        return "100 * %s // (%s)"
            .formatted(rounds(cores * mine, mine), others.rounds(cores * theirs, theirs));
      }

      private String rounds(long atATime, long each) {
        return "%d * ceil_div(%s, %d)".formatted(area * each, count, atATime);
      }
    }

    private static final String CALL = "ceil_div(";

    private final Kernel kernel;
    private final Configuration configuration;
    private final List<String> dimensions;

    /**
     * @param kernel a kernel that has the configuration's variant
     */
    TileCounts(Kernel kernel, Configuration configuration) {
      this.kernel = kernel.of(configuration);
      this.configuration = configuration;
      this.dimensions = List.copyOf(kernel.shapes().getFirst().dimensions().keySet());
    }

    /** Tiles of the configuration; empty without a grid that divides a dimension. */
    Optional<Tiles> tiles() {
      return kernel.launches().stream().flatMap(launch -> tiles(launch).stream()).findFirst();
    }

    private Optional<Tiles> tiles(LaunchGeometry launch) {
      var divided = new LinkedHashMap<String, Long>();
      launch.grid().forEach(size -> divisions(size.expanded(), divided));
      return divided.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new Tiles(
                  dimensions.stream()
                      .filter(
                          name ->
                              launch.grid().stream().anyMatch(size -> size.names().contains(name)))
                      .map(
                          name ->
                              Optional.ofNullable(divided.get(name))
                                  .map(by -> CALL + name + ", " + by + ")")
                                  .orElse(name))
                      .collect(Collectors.joining(" * ")),
                  divided.values().stream().reduce(1L, (a, b) -> a * b)));
    }

    private void divisions(String text, Map<String, Long> divided) {
      for (int at = text.indexOf(CALL); at >= 0; at = text.indexOf(CALL, at + 1)) {
        List<String> arguments = arguments(text, at + CALL.length());
        if (arguments.size() == 2 && dimensions.contains(arguments.getFirst().strip())) {
          value(arguments.getLast())
              .filter(by -> by > 1)
              .ifPresent(by -> divided.putIfAbsent(arguments.getFirst().strip(), by));
        }
      }
    }

    private Optional<Long> value(String text) {
      try {
        Expression divisor = Expression.parse(text, kernel.scope());
        return dimensions.stream().anyMatch(divisor.names()::contains)
            ? Optional.empty()
            : Optional.of(divisor.integer(kernel.frame(configuration, kernel.shapes().getFirst())));
      } catch (ExpressionException | EvaluationException | IllegalStateException e) {
        return Optional.empty();
      }
    }

    private static List<String> arguments(String text, int from) {
      var arguments = new ArrayList<String>();
      int depth = 0;
      int begin = from;
      for (int at = from; at < text.length(); at++) {
        char character = text.charAt(at);
        if (character == '(' || character == '[') {
          depth++;
        } else if (depth > 0 && (character == ')' || character == ']')) {
          depth--;
        } else if (depth == 0 && (character == ',' || character == ')')) {
          arguments.add(text.substring(begin, at));
          begin = at + 1;
          if (character == ')') {
            break;
          }
        }
      }
      return arguments;
    }
  }
}
