package dev.evokernel.cuda;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.LaunchGeometry;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.Tolerance;
import dev.evokernel.kernel.Work;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** {@code y = factor·x} on a GPU, with faults to choose from. */
final class VectorKernel {

  private static final List<String> FAULTS =
      List.of(
          "none",
          "before",
          "after",
          "input",
          "nan_once",
          "one_wrong",
          "drifts",
          "idle",
          "illegal",
          "misaligned",
          "traps",
          "hangs");

  private VectorKernel() {}

  /**
   * @param type f16 or f32
   */
  static Kernel of(ElementType type) throws URISyntaxException {
    var names =
        Scope.builder()
            .declare("N", Type.INTEGER)
            .declare("FAULT", Type.TEXT)
            .declare("THREADS", Type.INTEGER)
            .declare("SHARED", Type.INTEGER)
            .declare("ELEMENT", Type.INTEGER);
    FAULTS.forEach(names::word);
    Scope scope = names.build();
    Expression n = Expression.parse("N", scope);
    var incumbent = new LinkedHashMap<String, Value>();
    incumbent.put("FAULT", Value.of("none"));
    incumbent.put("THREADS", Value.of(128));
    incumbent.put("SHARED", Value.of(4096));
    incumbent.put("ELEMENT", Value.of(8L * type.bytes()));
    Path folder =
        Path.of(Objects.requireNonNull(VectorKernel.class.getResource("/kernels/vector")).toURI());
    return new Kernel(
        "vector",
        "y = factor·x",
        folder.resolve("kernel.yaml"),
        "cuda",
        new Source(List.of(folder.resolve("vector.cu")), "vector", List.of()),
        new Source(
            List.of(folder.resolve("reference.cu")), "reference_" + 8 * type.bytes(), List.of()),
        List.of(
            new Parameter("FAULT", FAULTS.stream().map(Value::of).toList()),
            new Parameter("THREADS", List.of(Value.of(128), Value.of(1024), Value.of(2048))),
            new Parameter("SHARED", List.of(Value.of(4096), Value.of(200_000), Value.of(300_000))),
            new Parameter("ELEMENT", List.of(Value.of(8L * type.bytes())))),
        new Configuration(incumbent),
        List.of(),
        new LaunchGeometry(
            List.of(Expression.parse("ceil_div(N, THREADS)", scope)),
            List.of(Expression.parse("THREADS", scope)),
            Expression.parse("SHARED", scope)),
        List.of(
            new Shape("ragged", Map.of("N", 1021L)),
            new Shape("large", Map.of("N", 1L << 22)),
            new Shape("single", Map.of("N", 1L))),
        List.of(
            new Argument.Buffer("x", type, List.of(n), new Fill.Normal(0, 1), false),
            new Argument.Buffer("y", type, List.of(n), new Fill.Constant(0), true),
            new Argument.Scalar("n", ElementType.I32, n),
            new Argument.Scalar("factor", ElementType.F32, Expression.parse("2.5", scope))),
        Map.of(type, new Tolerance(2e-3, 1e-3)),
        new Work(n, n),
        scope);
  }
}
