package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.ShapePrograms;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.backend.reference.ReferenceOutputs;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;
import dev.evokernel.outcome.DeviceState;

/** Cores of this machine. */
final class CpuDevice implements Device {

  private final DeviceIdentity identity;
  private final DeviceLimits limits;
  private final CpuCacheFlush flush;
  private final HostState state = HostState.ofThisMachine();
  private final EnergyCounter energy = EnergyCounter.ofThisMachine();
  private int discarded;
  private final Peaks peaks;

  CpuDevice(HostCpu host) {
    this.identity = host.identity();
    this.limits = host.limits();
    this.flush = new CpuCacheFlush(limits);
    this.peaks = host.peaks();
  }

  @Override
  public DeviceIdentity identity() {
    return identity;
  }

  @Override
  public DeviceLimits limits() {
    return limits;
  }

  @Override
  public Peaks peaks(Kernel kernel) {
    return peaks;
  }

  @Override
  public Program load(Kernel kernel, Configuration configuration, Binary binary) {
    Kernel own = kernel.of(configuration);
    return ShapePrograms.load(
        own,
        configuration,
        binary,
        (chosen, part) -> CpuProgram.load(own.typed(chosen), chosen, part, List.of()));
  }

  @Override
  public Workspace workspace(Kernel any, Shape shape, PreparedReference reference) {
    Kernel kernel = any.on(shape);
    Kernel wide = kernel.ofReference();
    PreparedReference own = reference.on(kernel, shape);
    EntryPoint entryPoint = wide.entryPoint();
    CpuExpectations.Oracle oracle =
        switch (kernel.reference()) {
          case Reference.Compiled(Source source) ->
              function(
                  wide,
                  entryPoint.calling(source),
                  kernel.defaultConfiguration(),
                  own,
                  List.of(Path.of("/"))); // Its author is the user's.
          case Reference.Itself(Source source, Configuration configuration) ->
              function(wide, entryPoint.with(source), configuration, own, List.of());
          case Reference.Command(ArrayProgram program) ->
              new CpuExpectations.Oracle.Command(
                  new ReferenceCommand(wide, program, reference.cache()));
          case Reference.Judge _ -> new CpuExpectations.Oracle.None();
        };
    return new CpuWorkspace(kernel, shape, limits, oracle, flush, () -> discarded++);
  }

  private CpuExpectations.Oracle function(
      Kernel kernel,
      EntryPoint called,
      Configuration configuration,
      PreparedReference own,
      List<Path> readable) {
    return new CpuExpectations.Oracle.Function(
        CpuProgram.load(kernel.with(called), configuration, own.compiled(), readable),
        new ReferenceOutputs(kernel, identity, own));
  }

  @Override
  public MiniatureBench miniature(Kernel small) {
    return new CpuMiniatureBench(small.on(small.shapes().getFirst()), limits, () -> discarded++);
  }

  @Override
  public DeviceState state() {
    DeviceState now = state.look(discarded);
    discarded = 0;
    return now;
  }

  @Override
  public OptionalDouble joules() {
    return energy.joules();
  }

  @Override
  public void close() {
    flush.close();
  }
}
