package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.binary.ShapeBinaries;
import dev.evokernel.backend.file.ToolFailure;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.measure.BatchTimer;
import dev.evokernel.worker.protocol.DeviceJob;
import org.jspecify.annotations.Nullable;

/** A baseline that is compiled and runs like a candidate. */
final class CompiledBaselineRunner implements BaselineRunner {

  private static final Duration COMPILING = Duration.ofMinutes(1);

  private final Program program;
  private final String library;
  private @Nullable BatchTimer timer;

  private record Build(Compilation compilation, String compiler) {
    static Build of(Baseline.Compiled baseline, EvaluationEngine engine) {
      DeviceJob job = engine.job();
      Compiler compiler =
          job.target()
              .resolveBackend()
              .compiler(job.target().device(), job.reference().cache(), COMPILING);
      return new Build(
          new ShapeBinaries(engine.kernel(), job.shapes())
              .ofProblem(macros -> compiler.compile(baseline.source(), macros)),
          compiler.version());
    }
  }

  private CompiledBaselineRunner(Program program, String library) {
    this.program = program;
    this.library = library;
  }

  static CompiledBaselineRunner of(Baseline.Compiled baseline, EvaluationEngine engine) {
    Kernel kernel = engine.kernel();
    var build = Build.of(baseline, engine);
    return switch (build.compilation()) {
      case Compilation.Failed(String log, boolean _) ->
          throw new ToolFailure("It does not compile: " + log);
      case Compilation.Compiled(Binary binary) ->
          new CompiledBaselineRunner(
              loaded(
                  engine.device(),
                  kernel.with(kernel.entryPoint().calling(baseline.source())),
                  binary),
              (build.compiler() + " " + String.join(" ", baseline.source().flags())).strip());
    };
  }

  private static Program loaded(Device device, Kernel kernel, Binary binary) {
    return accepted(() -> device.load(kernel, kernel.defaultConfiguration(), binary));
  }

  /** Result of a step; a rejection of the baseline is a failure. */
  private static <T> T accepted(Supplier<T> step) {
    try {
      return step.get();
    } catch (RejectionException e) {
      throw new ToolFailure(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void begin(EvaluationEngine.ShapeContext opened, Path exchange, Duration patience) {
    timer = opened.timer(program, opened.shape().cache());
  }

  @Override
  public String open(Duration patience) {
    return library;
  }

  @Override
  public void compute(EvaluationEngine.ShapeContext context, Path exchange) {
    Workspace workspace = context.workspace();
    accepted(
        () -> {
          workspace.poison();
          workspace.launch(program);
          return workspace;
        });
  }

  @Override
  public long nanos(int launches) {
    BatchTimer opened = Objects.requireNonNull(timer);
    return accepted(() -> opened.nanos(launches));
  }

  @Override
  public boolean isUsable() {
    return true;
  }

  @Override
  public void close() {
    program.close();
  }
}
