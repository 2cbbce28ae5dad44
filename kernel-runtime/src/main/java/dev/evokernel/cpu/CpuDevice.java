package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.Isolation;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.ShapePrograms;
import dev.evokernel.backend.Snapshot;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.backend.reference.ReferenceOutputs;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.cpu.containment.Confinement;
import dev.evokernel.cpu.containment.ProcessSnapshot;
import dev.evokernel.cpu.host.EnergyCounter;
import dev.evokernel.cpu.host.HostCpu;
import dev.evokernel.cpu.host.HostState;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.ArrayProgram;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.source.EntryPoint;
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.DeviceState;

/** Cores of this machine. */
final class CpuDevice implements Device {

  /**
   * OpenMP runtimes, which stay loaded for the life of the process. A runtime keeps threads, and
   * unloading it with a candidate would unmap their code.
   */
  private static final List<String> OPENMP = List.of("libgomp.so.1", "libomp.so.5", "libomp.so");

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
    loadOpenMp();
  }

  /**
   * Loads the runtimes on a thread of its own. A runtime that binds threads to cores binds the one
   * that loads it, and programs that this thread starts later would run on that single core.
   */
  private static void loadOpenMp() {
    CompletableFuture.runAsync(
            () -> {
              for (String runtime : OPENMP) {
                try {
                  SymbolLookup.libraryLookup(runtime, Arena.global());
                } catch (IllegalArgumentException absent) {
                  // At most one runtime is loaded, and none when no kernel uses OpenMP.
                }
              }
            },
            task -> Thread.ofPlatform().start(task))
        .join();
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
        (chosen, part) -> CpuProgram.load(own.typed(chosen), chosen, part));
  }

  @Override
  public Workspace workspace(Kernel any, Shape shape, PreparedReference reference) {
    Kernel kernel = any.on(shape);
    Kernel wide = kernel.ofReference();
    PreparedReference own = reference.on(kernel, shape);
    EntryPoint entryPoint = wide.entryPoint();
    CpuReferenceRunner oracle =
        switch (kernel.reference()) {
          case Reference.Compiled(Source source) ->
              function(wide, entryPoint.calling(source), kernel.defaultConfiguration(), own);
          case Reference.Itself(Source source, Configuration configuration) ->
              function(wide, entryPoint.with(source), configuration, own);
          case Reference.Command(ArrayProgram program) ->
              new CpuReferenceRunner.Command(
                  new ReferenceCommand(wide, program, reference.cache()));
          case Reference.Judge _ -> new CpuReferenceRunner.None();
        };
    return new CpuWorkspace(kernel, shape, limits, oracle, flush, () -> discarded++);
  }

  private CpuReferenceRunner function(
      Kernel kernel, EntryPoint called, Configuration configuration, PreparedReference own) {
    return new CpuReferenceRunner.Function(
        CpuProgram.load(kernel.with(called), configuration, own.compiled()),
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
  public void confine() {
    Confinement.enter();
  }

  @Override
  public Snapshot snapshot() {
    return Isolation.ofThisProcess().isPresent() ? Device.super.snapshot() : ProcessSnapshot.take();
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
