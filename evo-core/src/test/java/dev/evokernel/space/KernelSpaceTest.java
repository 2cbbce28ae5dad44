package dev.evokernel.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
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
import org.junit.jupiter.api.Test;

class KernelSpaceTest {

  private static final Shape EVEN = new Shape("even", Map.of("M", 64L));
  private static final Shape RAGGED = new Shape("ragged", Map.of("M", 48L));

  private final Scope scope = scope();

  @Test
  void of_shapesOfTheRun_alonePruneTheSpace() {
    assertThat(tiles(List.of(EVEN))).containsExactly("TILE=8", "TILE=16", "TILE=32");
    assertThat(tiles(List.of(EVEN, RAGGED))).containsExactly("TILE=8", "TILE=16");
  }

  @Test
  void violated_deviceLimit_isNamedWithItsReasonAndNoShape() {
    SearchSpace space = SearchSpace.of(kernel(), List.of(EVEN), limits());
    assertThat(space.violated(new Configuration(Map.of("TILE", Value.of(64)))))
        .hasValue("TILE=64 breaks 'TILE <= device.cores': a tile is a core's.");
  }

  @Test
  void of_constraintWithoutAValueOnThisDevice_namesItsValues() {
    var undefined = new Constraint(expression("TILE % device.shared_memory == 0"), "");
    var frames = new LinkedHashMap<>(Map.of("even", scope.frame()));
    assertThatThrownBy(
            () ->
                SearchSpace.of(
                    kernel().parameters(),
                    List.of(undefined),
                    scope,
                    frames,
                    SearchSpace.ConstructionEffort.USUAL))
        .isInstanceOf(UndefinedConstraintException.class)
        .hasMessageContaining("'TILE % device.shared_memory == 0' has no value with TILE=")
        .hasMessageContaining("device.shared_memory=0");
  }

  @Test
  void of_constraintWithoutAValueBehindAnother_excludesWhereItHasNone() {
    var above = new Constraint(expression("TILE >= 0"), "");
    var undefined = new Constraint(expression("64 % (TILE - 16) == 0"), "");
    SearchSpace space =
        SearchSpace.of(
            kernel().parameters(),
            List.of(above, undefined),
            scope,
            new LinkedHashMap<>(Map.of("even", scope.frame())),
            SearchSpace.ConstructionEffort.USUAL);
    assertThat(LongStream.range(0, space.size()).mapToObj(i -> space.at(i).toString()))
        .containsExactly("TILE=8", "TILE=32");
  }

  private List<String> tiles(List<Shape> shapes) {
    SearchSpace space = SearchSpace.of(kernel(), shapes, limits());
    return LongStream.range(0, space.size()).mapToObj(i -> space.at(i).toString()).toList();
  }

  private static DeviceLimits limits() {
    return new DeviceLimits(
        Arrays.stream(Limit.values()).collect(Collectors.toMap(Function.identity(), _ -> 32L)));
  }

  private static Scope scope() {
    return Scope.builder()
        .declare("TILE", Type.INTEGER)
        .declare("M", Type.INTEGER)
        .declare(Limit.CORES.expressionName(), Type.INTEGER)
        .declare(Limit.SHARED_MEMORY.expressionName(), Type.INTEGER)
        .build();
  }

  private Kernel kernel() {
    Parameter tile = Spaces.integers("TILE", 8, 16, 32, 64);
    Source source = new Source(List.of(Path.of("/kernels/k/k.c")), "k", List.of());
    return new Kernel(
        new KernelIdentity(
            "k", "A kernel", Path.of("/kernels/k/kernel.yaml"), "cpu", Optional.empty()),
        new EntryPoint(source, new Signature(List.of(), Map.of()), List.of(Launch.CALL), Map.of()),
        new Correctness(new Reference.Compiled(source), Map.of(), true, false, ""),
        List.of(tile),
        new Configuration(Map.of("TILE", Value.of(8))),
        List.of(
            new Constraint(expression("M % TILE == 0"), ""),
            new Constraint(expression("TILE <= device.cores"), "a tile is a core's")),
        scope,
        List.of(EVEN, RAGGED),
        new Work(expression("M"), expression("M"), Optional.empty()));
  }

  private Expression expression(String text) {
    return Expression.parse(text, scope);
  }
}
