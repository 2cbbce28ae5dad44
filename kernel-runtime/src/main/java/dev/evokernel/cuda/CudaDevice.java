package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static dev.evokernel.cuda.Status.machine;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR;
import static jcuda.driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE;
import static jcuda.driver.JCudaDriver.cuCtxSetCurrent;
import static jcuda.driver.JCudaDriver.cuCtxSynchronize;
import static jcuda.driver.JCudaDriver.cuDeviceGet;
import static jcuda.driver.JCudaDriver.cuDeviceGetAttribute;
import static jcuda.driver.JCudaDriver.cuDevicePrimaryCtxRelease;
import static jcuda.driver.JCudaDriver.cuDevicePrimaryCtxRetain;
import static jcuda.driver.JCudaDriver.cuInit;
import static jcuda.driver.JCudaDriver.cuStreamCreate;
import static jcuda.driver.JCudaDriver.cuStreamDestroy;
import static jcuda.driver.JCudaDriver.cuStreamSynchronize;

import module java.base;

import dev.evokernel.backend.BufferSet;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.MiniatureBench;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.ShapePrograms;
import dev.evokernel.backend.Workspace;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.ReferenceRunner;
import dev.evokernel.backend.reference.ReferenceCommand;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;
import dev.evokernel.outcome.DeviceState;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;

/** Primary context of a GPU, current in the thread that opened it. */
final class CudaDevice implements Device {

  private static final int CU_STREAM_NON_BLOCKING = 1;

  private static boolean loaded;

  private final DeviceIdentity identity;
  private final CUdevice device = new CUdevice();
  private final Handles.Stream stream = new Handles.Stream();
  private final Launches launches;
  private final Optional<Nvml> management;
  private final List<Runnable> ballast;
  private final L2Flush flush;

  private CudaDevice(
      DeviceIdentity identity, Gpu gpu, DeviceLimits limits, Optional<Nvml> management) {
    this.identity = identity;
    this.management = management;
    String doing = "opening " + gpu;
    machine(cuInit(0), doing);
    machine(cuDeviceGet(device, gpu.ordinal()), doing);
    var context = new CUcontext();
    machine(cuDevicePrimaryCtxRetain(context, device), doing);
    machine(cuCtxSetCurrent(context), doing);
    machine(cuStreamCreate(stream, CU_STREAM_NON_BLOCKING), doing);
    this.ballast = Memory.ballast(new SecureRandom());
    this.flush = new L2Flush(limits.value(Limit.L2_BYTES));
    this.launches =
        new Launches(limits, (int) attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
  }

  /**
   * @param uuid its name in NVIDIA's management library; empty when unknown
   */
  static CudaDevice open(
      DeviceIdentity identity, Gpu gpu, DeviceLimits limits, Optional<String> uuid) {
    loadJCuda();
    return new CudaDevice(
        identity, gpu, limits, uuid.flatMap(name -> Nvml.open(Nvml.LIBRARIES, name)));
  }

  @Override
  public DeviceIdentity identity() {
    return identity;
  }

  /**
   * Loads JCuda's native library.
   *
   * <p>Unless {@code java.library.path} has the library, JCuda unpacks it from its jar to a fixed
   * name in the temporary folder and uses any file that already lies there. Two processes can then
   * race, and a broken file stays broken. Here each process unpacks into its own temporary folder.
   *
   * @throws EnvironmentException if the library or one of its dependencies is missing
   */
  private static synchronized void loadJCuda() {
    if (loaded) {
      return;
    }
    String temporary = System.getProperty("java.io.tmpdir");
    try {
      Path own = Files.createTempDirectory("evo-natives-");
      System.setProperty("java.io.tmpdir", own.toString());
      try {
        JCudaDriver.setExceptionsEnabled(false);
        loaded = true;
      } finally {
        System.setProperty("java.io.tmpdir", temporary);
        Draft.delete(own); // A loaded library stays mapped.
      }
    } catch (IOException | LinkageError e) {
      throw new EnvironmentException(
          "JCuda's native library does not load: %s. Free space in %s, or mount it without 'noexec'."
              .formatted(e.getMessage(), temporary),
          e);
    }
  }

  @Override
  public DeviceLimits limits() {
    return launches.limits();
  }

  @Override
  public Peaks peaks(Kernel kernel) {
    return new GpuPeaks(
            (int) limits().value(Limit.COMPUTE_CAPABILITY),
            launches.cores(),
            attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
            attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE),
            attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH),
            limits().value(Limit.L2_BYTES))
        .of(kernel);
  }

  @Override
  public Program load(Kernel kernel, Configuration configuration, Binary binary) {
    Kernel own = kernel.of(configuration);
    return ShapePrograms.load(
        own,
        configuration,
        binary,
        (chosen, part) ->
            CudaProgram.load(own.typed(chosen), part, own.source().with(chosen).entries(), chosen));
  }

  @Override
  public Workspace workspace(Kernel any, Shape shape, PreparedReference reference) {
    Kernel kernel = any.on(shape);
    Kernel wide = kernel.ofReference();
    Binary binary = reference.on(kernel, shape).compiled();
    CudaProgram program =
        switch (kernel.reference()) {
          case Reference.Compiled(Source source) ->
              CudaProgram.load(wide, binary, source.entries(), kernel.defaultConfiguration());
          case Reference.Itself(Source source, Configuration configuration) ->
              CudaProgram.load(wide, binary, source.entries(), configuration);
          case Reference.Command _, Reference.Judge _ -> checks(kernel, binary);
        };
    Optional<ReferenceCommand> command =
        kernel.reference() instanceof Reference.Command(ArrayProgram outside)
            ? Optional.of(new ReferenceCommand(wide, outside, reference.cache()))
            : Optional.empty();
    var inspection = new Inspection(program, stream);
    var runner =
        new ReferenceRunner<>(
            kernel,
            shape,
            Buffers.ALIGNMENT,
            BufferLayout.of(kernel, shape, Buffers.ALIGNMENT),
            inspection,
            command,
            new CudaWorkspace.ReferenceLaunch(program, inspection, launches, stream));
    return new CudaWorkspace(runner, program, inspection, launches, stream, flush);
  }

  private static CudaProgram checks(Kernel kernel, Binary binary) {
    return CudaProgram.load(
        kernel, binary, List.of(CudaCompiler.CHECK), kernel.defaultConfiguration());
  }

  @Override
  public MiniatureBench miniature(Kernel small) {
    long threads = (long) launches.cores() * launches.threadsPerCore();
    int room = Math.toIntExact(threads / limits().value(Limit.WARP_SIZE));
    return new CudaMiniatureBench(small.on(small.shapes().getFirst()), launches, stream, room);
  }

  @Override
  public void launchOnce(
      Kernel kernel, Shape shape, Program program, PreparedReference reference, long seed) {
    var candidate = (CudaProgram) program.on(shape);
    Kernel typed = kernel.typed(candidate.configuration()).on(shape);
    try (CudaProgram checks = checks(kernel, reference.on(kernel, shape).compiled())) {
      launchBare(typed, shape, candidate, checks, seed);
    }
  }

  /**
   * Launches once under a tool. Every buffer is an allocation of exactly its size, without guards,
   * and outputs stay uninitialised, so that the tool detects reads before writes.
   */
  private void launchBare(
      Kernel typed, Shape shape, CudaProgram candidate, CudaProgram checks, long seed) {
    BufferLayout layout = BufferLayout.of(typed, shape, Buffers.ALIGNMENT);
    InputSet inputSet = InputSet.usual(seed).of(typed, candidate.configuration());
    Map<BufferLayout.Slot, Memory> buffers = new HashMap<>();
    try (var inspection = new Inspection(checks, stream);
        var scratch = new CudaScratch(0)) {
      for (BufferLayout.Slot slot : layout.slots()) {
        Memory buffer = Memory.allocate(slot.bytes());
        buffers.put(slot, buffer);
        if (slot.isInput()) {
          ReferenceRunner.fill(inspection, typed, shape, slot, inputSet, buffer.at(0));
        }
      }
      var preparation =
          new Preparation(
              (_, slot) -> Objects.requireNonNull(buffers.get(slot)).at(0),
              layout,
              candidate.symbols(layout));
      machine(preparation.enqueue(BufferSet.FIRST, BufferSet.FIRST, stream), "filling inputs");
      machine(cuStreamSynchronize(stream), "filling inputs");
      List<Call> calls =
          launches
              .ofCandidate(layout, shape, candidate, scratch, List.of())
              .at(slot -> Objects.requireNonNull(buffers.get(slot)).at(0));
      candidate(Call.launch(calls, stream), "launching " + candidate.entry());
      candidate(cuCtxSynchronize(), "running " + candidate.entry());
    } finally {
      buffers.values().forEach(Memory::close);
    }
  }

  /**
   * After an error such as an illegal access, every call of this process fails, also in a new
   * context.
   */
  @Override
  public boolean usable() {
    return cuCtxSynchronize() == 0;
  }

  @Override
  public DeviceState state() {
    return management.map(Nvml::look).orElse(DeviceState.UNKNOWN);
  }

  @Override
  public OptionalDouble joules() {
    return management.map(Nvml::joules).orElse(OptionalDouble.empty());
  }

  @Override
  public void close() {
    flush.close();
    ballast.forEach(Runnable::run);
    cuStreamDestroy(stream);
    cuDevicePrimaryCtxRelease(device);
  }

  private long attribute(int number) {
    int[] value = new int[1];
    machine(cuDeviceGetAttribute(value, number, device), "asking about " + identity.model());
    return value[0];
  }
}
