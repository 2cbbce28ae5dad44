package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
import static jcuda.driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES;
import static jcuda.driver.CUresult.CUDA_SUCCESS;
import static jcuda.driver.JCudaDriver.cuFuncGetAttribute;
import static jcuda.driver.JCudaDriver.cuFuncSetAttribute;
import static jcuda.driver.JCudaDriver.cuModuleGetFunction;
import static jcuda.driver.JCudaDriver.cuModuleGetGlobal;
import static jcuda.driver.JCudaDriver.cuModuleLoadData;
import static jcuda.driver.JCudaDriver.cuModuleUnload;

import module java.base;

import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.cuda.compile.Cubin;
import dev.evokernel.cuda.driver.DriverCalls;
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.memory.FunctionParameters;
import dev.evokernel.cuda.memory.Layout;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.space.Configuration;
import jcuda.driver.CUmodule;

/** Cubin loaded as a module, with its entry point. */
final class CudaProgram implements Program {

  private static final int NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14; // CU_FUNC_ATTRIBUTE_…

  private final CUmodule module = new CUmodule();
  private final Handles.Function function = new Handles.Function();
  private final Kernel kernel;
  private final String entry;
  private final Configuration configuration;
  private final BuiltLaunch built;
  private final Map<CudaWorkspace, TimedLaunch> launches = new HashMap<>();

  private int allowedShared;
  private Optional<FunctionParameters> parameters = Optional.empty();

  private CudaProgram(Kernel kernel, String entry, Configuration configuration, BuiltLaunch built) {
    this.kernel = kernel;
    this.entry = entry;
    this.configuration = configuration;
    this.built = built;
  }

  /**
   * @param named the entry in {@code kernel.yaml}
   */
  static CudaProgram load(Kernel kernel, Binary binary, String named, Configuration configuration) {
    BuiltBinary read = read(binary);
    String entry = read.launch().entryOr(named);
    var program = new CudaProgram(kernel, entry, configuration, read.launch());
    byte[] plain = read.image();
    boolean cubin = Cubin.isIn(plain);
    // The driver compiles the text of a PTX program, up to the zero at its end.
    byte[] image = cubin ? plain : Arrays.copyOf(plain, plain.length + 1);
    candidate(cuModuleLoadData(program.module, image), "loading " + entry);
    try {
      String symbol = cubin ? Cubin.read(image).symbol(entry) : entry;
      candidate(
          cuModuleGetFunction(program.function, program.module, symbol), "looking for " + symbol);
      return program;
    } catch (IllegalArgumentException e) {
      program.close();
      throw RejectionException.launchFailure(String.valueOf(e.getMessage()));
    } catch (RejectionException e) {
      program.close();
      throw e;
    }
  }

  String entry() {
    return entry;
  }

  Kernel kernel() {
    return kernel;
  }

  @Override
  public Optional<Configuration> chosen() {
    return Optional.of(configuration);
  }

  Configuration configuration() {
    return configuration;
  }

  BuiltLaunch built() {
    return built;
  }

  Handles.Function function() {
    return function;
  }

  Handles.Function function(String name) {
    var found = new Handles.Function();
    candidate(cuModuleGetFunction(found, module, name), "looking for " + name);
    return found;
  }

  /** Finds the symbols that hold inputs. */
  List<Preparation.Symbol> symbols(Layout layout) {
    return kernel.entryPoint().signature().symbols().stream()
        .map(symbol -> symbol(layout.slot(symbol.name())))
        .toList();
  }

  private Preparation.Symbol symbol(Layout.Slot input) {
    String name = input.argument().name();
    var address = new Handles.Address();
    long[] bytes = new long[1];
    candidate(
        cuModuleGetGlobal(address, bytes, module, name),
        "looking for the symbol '%s' beside '%s', a global variable that must not be static"
            .formatted(name, entry));
    if (bytes[0] < input.bytes()) {
      throw RejectionException.launchFailure(
          "The symbol '%s' has %d bytes; its dimensions in kernel.yaml need %d."
              .formatted(name, bytes[0], input.bytes()));
    }
    return new Preparation.Symbol(input, address);
  }

  /** Parameters of the function; empty where the driver does not report them. */
  Optional<FunctionParameters> parameters() {
    if (parameters.isEmpty() && DriverCalls.tellsParameters()) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment offset = arena.allocate(JAVA_LONG);
        MemorySegment bytes = arena.allocate(JAVA_LONG);
        parameters =
            FunctionParameters.of(
                entry,
                index ->
                    DriverCalls.call("cuFuncGetParamInfo", function.value(), index, offset, bytes)
                            == CUDA_SUCCESS
                        ? OptionalLong.of(bytes.get(JAVA_LONG, 0))
                        : OptionalLong.empty());
      }
    }
    return parameters;
  }

  int registers() {
    return attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
  }

  /** Local memory of a thread in bytes: spilled registers, and arrays that do not fit registers. */
  int localBytes() {
    return attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  }

  int staticShared() {
    return attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  }

  /** Maximum number of threads of a block, limited by its registers. */
  int maxThreads() {
    return attribute(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  }

  /**
   * Allows more dynamic shared memory than the default 48 KiB of every launch. The largest size
   * stays allowed for all shapes.
   */
  void allowShared(int bytes) {
    if (bytes <= allowedShared) {
      return;
    }
    candidate(
        cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, bytes),
        "asking for " + bytes + " bytes of dynamic shared memory");
    allowedShared = bytes;
  }

  /**
   * Divides level-1 cache and shared memory. A launch that needs more shared memory still gets it.
   */
  void preferShared(int percent) {
    candidate(
        cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, percent),
        "asking for a carveout of " + percent + " percent");
  }

  /** Allows clusters of more than the 8 blocks that every device supports. */
  void allowLargeClusters() {
    candidate(
        cuFuncSetAttribute(function, NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
        "asking for a cluster of more than 8 blocks");
  }

  /** Launch on one workspace, made once and closed together with this program. */
  TimedLaunch launch(CudaWorkspace workspace, Supplier<TimedLaunch> make) {
    TimedLaunch launch = launches.get(workspace);
    if (launch == null) {
      launch = make.get();
      launches.put(workspace, launch);
    }
    return launch;
  }

  @Override
  public void close() {
    launches.values().forEach(TimedLaunch::close);
    launches.clear();
    cuModuleUnload(module);
  }

  private int attribute(int number) {
    int[] value = new int[1];
    candidate(cuFuncGetAttribute(value, number, function), "asking about " + entry);
    return value[0];
  }

  private static BuiltBinary read(Binary binary) {
    try {
      return BuiltBinary.read(binary.file());
    } catch (IOException e) {
      throw RejectionException.launchFailure("The compiled kernel cannot be read: " + e);
    }
  }
}
