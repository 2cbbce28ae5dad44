package dev.evokernel.dispatch;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.ExpressionException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How many tiles a configuration divides a shape into, as an expression over the shape: where its
 * grid has {@code ceil_div(S, TILE)}, and its tile is 128, {@code B * H * ceil_div(S, 128)}. Which
 * of two tiles is better turns on how many of them there are, on how full the last one is, and on
 * how many cores the last round of them leaves without work.
 */
final class TileCounts {

  /**
   * Tiles of one size.
   *
   * @param count how many there are, as an expression over the shape
   * @param area of one of them
   */
  record Tiles(String count, long area) {

    /**
     * How long whole rounds of these tiles take, in percent of those of others, as an expression.
     *
     * @param cores of the device
     * @param mine tiles that a core works on at a time
     * @param theirs the same of the others
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
   * @param kernel with the configuration's variant among its own
   */
  TileCounts(Kernel kernel, Configuration configuration) {
    this.kernel = kernel.of(configuration);
    this.configuration = configuration;
    this.dimensions = List.copyOf(kernel.shapes().getFirst().dimensions().keySet());
  }

  /** Empty where the grid divides nothing, or there is none. */
  Optional<Tiles> tiles() {
    LaunchGeometry launch = kernel.launch();
    if (launch == null) {
      return Optional.empty();
    }
    var divided = new LinkedHashMap<String, Long>();
    launch.grid().forEach(size -> divisions(size.expanded(), divided));
    return divided.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Tiles(
                dimensions.stream()
                    .filter(
                        name -> launch.grid().stream().anyMatch(it -> it.names().contains(name)))
                    .map(
                        name ->
                            Optional.ofNullable(divided.get(name))
                                .map(by -> CALL + name + ", " + by + ")")
                                .orElse(name))
                    .collect(Collectors.joining(" * ")),
                divided.values().stream().reduce(1L, (a, b) -> a * b)));
  }

  /** Every dimension that is divided by something that the configuration decides. */
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
