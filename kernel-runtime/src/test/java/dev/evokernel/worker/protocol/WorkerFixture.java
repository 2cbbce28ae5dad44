package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.FaultKernel;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.Race;
import dev.evokernel.measure.RelativeError;
import dev.evokernel.measure.SampleBounds;
import dev.evokernel.measure.SampleSettings;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.worker.CompileWorker;
import dev.evokernel.worker.LaunchSpec;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Jobs on a kernel, the fault kernel on the cpu if no other is named. */
public record WorkerFixture(Path folder, Kernel kernel) {

  public WorkerFixture(Path folder) {
    this(folder, FaultKernel.read("cpu"));
  }

  public static final SamplingSettings QUICK =
      new SamplingSettings(
          new SampleSettings(
              Duration.ofMillis(1), Duration.ofNanos(50_000), Optional.empty(), false),
          new SampleBounds(5, 20, Duration.ofMillis(1), Duration.ofMillis(5)),
          new RelativeError(0.05),
          Race.DEFAULT);

  public static void assumeCompiler() {
    Assumptions.assumeTrue(
        Backend.named("cpu").requirements().stream()
            .filter(Requirement::needed)
            .allMatch(Requirement::present),
        "no C compiler on this machine");
  }

  public static Configuration with(String fault) {
    return FaultKernel.with(FaultKernel.read("cpu"), fault);
  }

  public static DeviceIdentity device() {
    return Backend.named("cpu").devices().getFirst();
  }

  public LaunchSpec launch() {
    return LaunchSpec.ofThisJvm(folder.resolve("logs"));
  }

  public DeviceIdentity identity() {
    return Backend.ofThisProcess(kernel.backend()).devices().getFirst();
  }

  public Compiler compiler() {
    return Backend.ofThisProcess(kernel.backend())
        .compiler(identity(), folder.resolve("cache"), Duration.ofMinutes(1));
  }

  public CompileJob compileJob(Duration limit) {
    return new CompileJob(
        kernel.file(), kernel.backend(), identity(), folder.resolve("cache"), limit);
  }

  /** Starts a compiler for every shape of the kernel. */
  public CompileWorker compilerWorker(Duration limit) throws InterruptedException {
    return CompileWorker.start(launch(), compileJob(limit).on(kernel.shapes()), "compile-1");
  }

  public PreparedReference reference() {
    return new PreparedReference(
        compiler().reference(kernel.reference()).map(WorkerFixture::binary),
        folder.resolve("cache"),
        Duration.ZERO);
  }

  public DeviceJob deviceJob(Duration deadline) {
    return deviceJob(reference(), shapes("small", "ragged"), deadline);
  }

  public DeviceJob deviceJob(PreparedReference reference, List<Shape> shapes, Duration deadline) {
    return deviceJob(reference, shapes, QUICK, deadline);
  }

  public DeviceJob deviceJob(
      PreparedReference reference,
      List<Shape> shapes,
      SamplingSettings sampling,
      Duration deadline) {
    return new DeviceJob(
        kernel.file(),
        kernel.backend(),
        identity(),
        reference,
        shapes,
        List.of(1L, 2L),
        sampling,
        deadline);
  }

  /** Shapes of a kernel, by names alone: a worker takes their sizes from the file. */
  public static List<Shape> shapes(String... names) {
    return Stream.of(names).map(name -> new Shape(name, Map.of())).toList();
  }

  public Binary compile(Configuration configuration) {
    return binary(compiler().compile(kernel.source(), configuration));
  }

  public static Binary binary(Compilation compilation) {
    Assertions.assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }
}
