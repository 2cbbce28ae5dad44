package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;

/**
 * Number of tiles of a configuration, as an expression over the shape. A grid with {@code
 * ceil_div(S, TILE)} and a tile of 128 gives {@code B * H * ceil_div(S, 128)}. Which of two tile
 * sizes is better depends on their number, on the fill of the last tile, and on the idle cores in
 * the last round.
 */
final class TileCounts {

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
