package dev.evokernel.space;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.space.SearchSpace.ConstructionEffort;

/** Search spaces for tests, built from parameters and conditions alone. */
public final class Spaces {

  private Spaces() {}

  public static Parameter integers(String name, long... values) {
    return new Parameter(name, LongStream.of(values).mapToObj(Value::of).toList());
  }

  public static Parameter range(String name, int from, int toInclusive) {
    return integers(name, IntStream.rangeClosed(from, toInclusive).asLongStream().toArray());
  }

  public static Parameter words(String name, String... words) {
    return new Parameter(name, List.of(words).stream().map(Value::of).toList());
  }

  public static SearchSpace space(List<Parameter> parameters, String... conditions) {
    return space(parameters, Map.of(), conditions);
  }

  /** A space that has no indices, because every constraint is left to rejection. */
  public static SearchSpace sieved(List<Parameter> parameters, String... conditions) {
    return space(new ConstructionEffort(0, 0, 0), parameters, conditions);
  }

  /** Built with less effort than usual, so that small spaces go the ways of large ones. */
  static SearchSpace space(
      ConstructionEffort effort, List<Parameter> parameters, String... conditions) {
    return space(effort, parameters, Map.of(), conditions);
  }

  /**
   * @param shapes the dimensions of each shape
   */
  public static SearchSpace space(
      List<Parameter> parameters, Map<String, Map<String, Long>> shapes, String... conditions) {
    return space(ConstructionEffort.USUAL, parameters, shapes, conditions);
  }

  private static SearchSpace space(
      ConstructionEffort effort,
      List<Parameter> parameters,
      Map<String, Map<String, Long>> shapes,
      String... conditions) {
    Scope.Builder names = Scope.builder();
    for (Parameter parameter : parameters) {
      names.declare(parameter.name(), parameter.type());
      parameter.values().stream()
          .filter(Value.TextValue.class::isInstance)
          .forEach(word -> names.word(word.macro()));
    }
    shapes.values().stream()
        .flatMap(dimensions -> dimensions.keySet().stream())
        .distinct()
        .forEach(dimension -> names.declare(dimension, Type.INTEGER));
    Scope scope = names.build();
    List<Constraint> constraints =
        List.of(conditions).stream()
            .map(text -> new Constraint(Expression.parse(text, scope), ""))
            .toList();
    return SearchSpace.of(parameters, constraints, scope, frames(scope, shapes), effort);
  }

  private static SequencedMap<String, Frame> frames(
      Scope scope, Map<String, Map<String, Long>> shapes) {
    var frames = new LinkedHashMap<String, Frame>();
    shapes.forEach(
        (shape, dimensions) -> {
          Frame frame = scope.frame();
          dimensions.forEach((name, extent) -> frame.set(name, Value.of((long) extent)));
          frames.put(shape, frame);
        });
    if (frames.isEmpty()) {
      frames.put("only", scope.frame());
    }
    return frames;
  }

  /**
   * The GEMM space of the auto-tuning benchmark hub (AutoTuningAssociation/benchmark_hub): 663,552
   * combinations.
   */
  public static SearchSpace gemm() {
    return space(
        List.of(
            integers("GEMMK", 0),
            integers("MWG", 16, 32, 64, 128),
            integers("NWG", 16, 32, 64, 128),
            integers("KWG", 16, 32),
            integers("MDIMC", 8, 16, 32),
            integers("NDIMC", 8, 16, 32),
            integers("MDIMA", 8, 16, 32),
            integers("NDIMB", 8, 16, 32),
            integers("KWI", 2),
            integers("VWM", 1, 2, 4, 8),
            integers("VWN", 1, 2, 4, 8),
            integers("STRM", 0, 1),
            integers("STRN", 0, 1),
            integers("SA", 0, 1),
            integers("SB", 0, 1),
            integers("KREG", 1),
            integers("PRECISION", 32)),
        "KWG % KWI == 0",
        "MWG % (MDIMC * VWM) == 0",
        "NWG % (NDIMC * VWN) == 0",
        "MWG % (MDIMA * VWM) == 0",
        "NWG % (NDIMB * VWN) == 0",
        "KWG % ((MDIMC * NDIMC)/MDIMA) == 0",
        "KWG % ((MDIMC * NDIMC)/NDIMB) == 0",
        "not (MWG == 128 and NWG == 128 and MDIMC == 8 and NDIMC == 8)");
  }

  /**
   * The hotspot space of the auto-tuning benchmark hub (AutoTuningAssociation/benchmark_hub):
   * 4,440,000 combinations.
   */
  public static SearchSpace hotspot() {
    long[] widths =
        LongStream.concat(
                LongStream.of(1, 2, 4, 8, 16), LongStream.rangeClosed(1, 32).map(i -> 32 * i))
            .toArray();
    return space(
        List.of(
            integers("grid_width", 4096),
            integers("grid_height", 4096),
            integers("block_size_x", widths),
            integers("block_size_y", 1, 2, 4, 8, 16, 32),
            range("tile_size_x", 1, 10),
            range("tile_size_y", 1, 10),
            range("temporal_tiling_factor", 1, 10),
            integers("max_tfactor", 10),
            range("loop_unroll_factor_t", 1, 10),
            integers("sh_power", 0, 1)),
        "block_size_x*block_size_y>= 32",
        "temporal_tiling_factor % loop_unroll_factor_t == 0",
        "block_size_x*block_size_y <= 1024",
        "(block_size_x*tile_size_x+ temporal_tiling_factor * 2) * (block_size_y*tile_size_y+"
            + " temporal_tiling_factor * 2) * (2+sh_power) * 4 <= 49152");
  }
}
