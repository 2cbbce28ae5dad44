package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.backend.Backend;
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
import dev.evokernel.worker.LaunchSpec;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** Jobs on the fault kernel and the cpu backend. */
public record WorkerFixture(Path folder) {

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

  static Kernel kernel() {
    return FaultKernel.read("cpu");
  }

  public static Configuration with(String fault) {
    return FaultKernel.with(kernel(), fault);
  }

  public static DeviceIdentity device() {
    return Backend.named("cpu").devices().getFirst();
  }

  public LaunchSpec launch() {
    return LaunchSpec.ofThisJvm(folder.resolve("logs"));
  }

  public CompileJob compileJob(Duration limit) {
    return new CompileJob(FaultKernel.file(), "cpu", device(), folder.resolve("cache"), limit);
  }

  public DeviceJob deviceJob(Duration deadline) {
    var compiler =
        Backend.named("cpu").compiler(device(), folder.resolve("cache"), Duration.ofSeconds(30));
    var reference =
        new PreparedReference(
            compiler.reference(kernel().reference()).map(WorkerFixture::binary),
            folder.resolve("cache"),
            Duration.ZERO);
    return new DeviceJob(
        FaultKernel.file(),
        "cpu",
        device(),
        reference,
        shapes("small", "ragged"),
        List.of(1L, 2L),
        QUICK,
        deadline);
  }

  /** Shapes of a kernel, by names alone: a worker takes their sizes from the file. */
  public static List<Shape> shapes(String... names) {
    return Stream.of(names).map(name -> new Shape(name, Map.of())).toList();
  }

  public Binary compile(Configuration configuration) {
    return binary(
        Backend.named("cpu")
            .compiler(device(), folder.resolve("cache"), Duration.ofSeconds(30))
            .compile(kernel().source(), configuration));
  }

  public static Binary binary(Compilation compilation) {
    Assertions.assertThat(compilation).isInstanceOf(Compilation.Compiled.class);
    return ((Compilation.Compiled) compilation).binary();
  }
}
