package dev.evokernel.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.evokernel.backend.WidthsKernel;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.DeviceWorker;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration with several binaries, in worker processes. */
class ShapeBinariesIT {

  @TempDir Path folder;

  private final Kernel kernel = WidthsKernel.read();

  @BeforeAll
  static void assumeCompiler() {
    WorkerFixture.assumeCompiler();
  }

  private CompileWorker compiler() throws InterruptedException {
    return new WorkerFixture(folder, kernel).compilerWorker(Duration.ofMinutes(1));
  }

  /** Shape with other rows than a declared one. */
  private static Shape fuzzed(String name, Shape declared, long rows) {
    var dimensions = new LinkedHashMap<>(declared.dimensions());
    dimensions.put("R", rows);
    return new Shape(name, dimensions, declared.facts(), CacheState.HOT);
  }

  private DeviceWorker device(CompileWorker compiler) throws InterruptedException {
    List<Shape> fuzzed =
        List.of(
            fuzzed("fuzz-1", kernel.shape("narrow"), 57),
            fuzzed("fuzz-2", kernel.shape("wide"), 9));
    var fixture = new WorkerFixture(folder, kernel);
    return DeviceWorker.start(
        fixture.launch(),
        fixture
            .deviceJob(compiler.reference(), kernel.shapes(), Duration.ofSeconds(30))
            .with(new Examination(fuzzed, true)));
  }

  private static Binary compiled(CompileWorker compiler, Configuration configuration)
      throws InterruptedException {
    return ((Compilation.Compiled) compiler.compile(configuration)).binary();
  }

  @Test
  void evaluate_aBinaryForEachWidthAndType_isRightOnEveryShape() throws Exception {
    try (CompileWorker compiler = compiler();
        DeviceWorker worker = device(compiler)) {
      Configuration right = WidthsKernel.with(kernel, "none");
      Binary binary = compiled(compiler, right);
      assertThat(binary.parts()).hasSize(3);
      assertThat(worker.evaluate(EvaluationRequest.of(right, binary)).outcome())
          .isInstanceOfSatisfying(
              Outcome.Measured.class,
              measured ->
                  assertThat(measured.measurements())
                      .extracting(Measurement::shape)
                      .containsExactly("narrow", "wide", "wide_double", "tall_double"));
      assertThat(worker.examine(right, binary)).isEmpty();
      assertThat(worker.baseline("plain")).hasSize(4).allMatch(BaselineReading::isRight);

      Configuration wrong = WidthsKernel.with(kernel, "wrong_in_f64");
      Outcome refused =
          worker.evaluate(EvaluationRequest.of(wrong, compiled(compiler, wrong))).outcome();
      assertThat(refused)
          .isInstanceOfSatisfying(
              Rejected.class,
              rejected -> {
                assertThat(rejected.reason()).isEqualTo(Rejection.WRONG_RESULT);
                assertThat(rejected.shape()).isEqualTo("wide_double");
              });
    }
  }

  @Test
  void compile_aSecondTime_findsEveryBinaryInTheCache() throws Exception {
    try (CompileWorker compiler = compiler()) {
      Binary first = compiled(compiler, kernel.defaultConfiguration());
      Binary again = compiled(compiler, kernel.defaultConfiguration());
      assertThat(again).isEqualTo(new Binary(first.file(), first.digest(), 0, first.parts()));
      assertThat(again.exists()).isTrue();
      Files.delete(first.parts().getLast().file());
      assertThat(again.exists()).isFalse();
      assertThat(compiled(compiler, kernel.defaultConfiguration()).digest())
          .isEqualTo(first.digest());
      assertThat(again.exists()).isTrue();
    }
  }

  @Test
  void compile_oneBinaryThatFails_namesItsMacros() throws Exception {
    try (CompileWorker compiler = compiler()) {
      assertThat(compiler.compile(WidthsKernel.with(kernel, "does_not_compile")))
          .isInstanceOfSatisfying(
              Compilation.Failed.class,
              failed ->
                  assertThat(failed.log())
                      .startsWith(
                          "With -DWIDTH=500 -DDOUBLE=1 -DSTEPS=250,"
                              + " for the shapes [wide_double, tall_double]:\n")
                      .contains("this binary fails"));
    }
  }
}
