package dev.evokernel.simulation;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Correctness;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.Work;

/**
 * A synthetic kernel with 983,040 configurations whose times follow from a formula: smooth in the
 * logarithms of the parameters, with interactions, rugged between neighbouring configurations, and
 * slightly different on each shape. It serves runs of a hundred thousand evaluations, for which no
 * recording is large enough.
 */
public final class SimulatedKernel {

  private static final String NAME = "simulated";

  /** Upper bound of the ruggedness, in the units of the smooth part. */
  private static final double RUGGEDNESS = 0.12;

  private static final double NANOS = 1e6;

  private static final Map<String, long[]> PARAMETERS = new LinkedHashMap<>();

  static {
    PARAMETERS.put("TILE_M", new long[] {16, 24, 32, 48, 64, 96, 128, 256});
    PARAMETERS.put("TILE_N", new long[] {16, 24, 32, 48, 64, 96, 128, 256});
    PARAMETERS.put("TILE_K", new long[] {8, 16, 32, 64, 128});
    PARAMETERS.put("THREADS", new long[] {32, 64, 96, 128, 192, 256, 384, 512});
    PARAMETERS.put("UNROLL", new long[] {1, 2, 3, 4, 6, 8});
    PARAMETERS.put("VECTOR", new long[] {1, 2, 4, 8});
    PARAMETERS.put("STAGES", new long[] {1, 2, 3, 4, 5, 6, 7, 8});
    PARAMETERS.put("SWIZZLE", new long[] {0, 1});
  }

  private SimulatedKernel() {}

  /**
   * Builds the kernel.
   *
   * @param folder where its files would be; nothing is read there
   */
  public static Kernel of(int shapes, Path folder) {
    List<Parameter> parameters =
        PARAMETERS.entrySet().stream()
            .map(
                entry ->
                    new Parameter(
                        entry.getKey(),
                        LongStream.of(entry.getValue()).mapToObj(Value::of).toList()))
            .toList();
    Scope.Builder names = Scope.builder();
    parameters.forEach(parameter -> names.declare(parameter.name(), parameter.type()));
    names.declare("SIZE", Type.INTEGER);
    for (Limit limit : Limit.values()) {
      names.declare(limit.expressionName(), Type.INTEGER);
    }
    Scope scope = names.build();
    Path file = folder.resolve("kernel.yaml").toAbsolutePath();
    var source = new Source(List.of(file), NAME, List.of());
    return new Kernel(
        new KernelIdentity(NAME, "times that follow from a formula", file, NAME, Optional.empty()),
        new EntryPoint(source, new Signature(List.of(), Map.of()), List.of(Launch.CALL), Map.of()),
        new Correctness(new Reference.Compiled(source), Map.of(), true, false, ""),
        parameters,
        middle(parameters),
        List.of(),
        scope,
        IntStream.range(0, shapes)
            .mapToObj(s -> new Shape("shape" + s, Map.of("SIZE", 512L << s)))
            .toList(),
        new Work(
            Expression.parse("2*SIZE*SIZE*SIZE", scope),
            Expression.parse("8*SIZE", scope),
            Optional.empty()));
  }

  private static Configuration middle(List<Parameter> parameters) {
    var values = new LinkedHashMap<String, Value>();
    for (Parameter parameter : parameters) {
      values.put(parameter.name(), parameter.values().get(parameter.values().size() / 2));
    }
    return new Configuration(values);
  }

  /** Decides whether the launch fails: tiles are too large, or too small for the threads. */
  static boolean fails(Configuration configuration) {
    long tile = number(configuration, "TILE_M") * number(configuration, "TILE_N");
    return tile > 20_000 || 4 * tile < number(configuration, "THREADS");
  }

  static double nanos(Configuration configuration, int shape) {
    double m = log(configuration, "TILE_M") - 6.2;
    double n = log(configuration, "TILE_N") - 6.6 + 0.15 * shape;
    double k = log(configuration, "TILE_K") - 5 + log(configuration, "UNROLL") / 2;
    double threads = log(configuration, "THREADS") - m - n / 3 - 6.4;
    double vector = log(configuration, "VECTOR") - 2;
    double stages = number(configuration, "STAGES") - 3.5 - 0.3 * shape;
    double cost =
        m * m
            + n * n
            + 0.6 * (m - n) * (m - n)
            + 0.7 * k * k
            + 0.8 * threads * threads
            + 0.9 * vector * vector
            + 0.2 * stages * stages
            + (number(configuration, "SWIZZLE") == 0 ? 0.7 : 0);
    double rugged = new Random(31L * configuration.hashCode() + shape).nextDouble();
    return NANOS * (1 + shape) * (0.4 + 0.05 * cost + RUGGEDNESS * rugged);
  }

  /** First of the configurations with an equal binary: without vectors, SWIZZLE has no effect. */
  static Configuration program(Configuration configuration) {
    return number(configuration, "VECTOR") == 1
        ? configuration.with("SWIZZLE", Value.of(0))
        : configuration;
  }

  private static long number(Configuration configuration, String parameter) {
    return ((Number) configuration.value(parameter).plain()).longValue();
  }

  private static double log(Configuration configuration, String parameter) {
    return Math.log((double) number(configuration, parameter)) / Math.log(2);
  }
}
