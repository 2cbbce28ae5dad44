package dev.evokernel.cuda;

import static dev.evokernel.cuda.Status.candidate;
import static jcuda.driver.JCudaDriver.cuModuleGetFunction;
import static jcuda.driver.JCudaDriver.cuModuleGetGlobal;
import static jcuda.driver.JCudaDriver.cuModuleLoadData;
import static jcuda.driver.JCudaDriver.cuModuleUnload;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.BuiltBinary;
import dev.evokernel.backend.binary.BuiltLaunch;
import dev.evokernel.backend.memory.BufferLayout;
import dev.evokernel.backend.memory.DeviceProgram;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import jcuda.driver.CUmodule;

/** Cubin loaded as a module, with its entry points. */
final class CudaProgram extends DeviceProgram<TimedLaunch> {

  private final SequencedMap<ByteBuffer, CUmodule> modules = new LinkedHashMap<>();
  private final List<CudaFunction> functions = new ArrayList<>();
  private final List<BuiltBinary> binaries;

  private CudaProgram(Kernel kernel, Configuration configuration, List<BuiltBinary> binaries) {
    super(kernel, configuration);
    this.binaries = binaries;
  }

  static CudaProgram load(
      Kernel kernel, Binary binary, List<String> named, Configuration configuration) {
    List<BuiltBinary> binaries = read(binary, named);
    var program = new CudaProgram(kernel, configuration, binaries);
    var known = new HashMap<List<Object>, CudaFunction>();
    try {
      for (BuiltBinary launch : binaries) {
        program.functions.add(program.loaded(launch, known));
      }
      return program;
    } catch (IllegalArgumentException | RejectionException e) {
      program.close();
      throw e instanceof RejectionException rejection
          ? rejection
          : RejectionException.launchFailure(String.valueOf(e.getMessage()));
    }
  }

  /** Loads the function of a launch, unless an earlier launch has it in the same binary. */
  private CudaFunction loaded(BuiltBinary launch, Map<List<Object>, CudaFunction> known) {
    byte[] plain = launch.image();
    boolean cubin = Cubin.isIn(plain);
    // The driver compiles the text of a PTX program, up to the zero at its end.
    byte[] image = cubin ? plain : Arrays.copyOf(plain, plain.length + 1);
    CUmodule module =
        modules.computeIfAbsent(
            ByteBuffer.wrap(plain),
            _ -> {
              var made = new CUmodule();
              candidate(cuModuleLoadData(made, image), "loading " + launch.entry());
              return made;
            });
    String symbol = cubin ? Cubin.read(image).symbol(launch.entry()) : launch.entry();
    return known.computeIfAbsent(
        List.of(module, symbol), _ -> new CudaFunction(launch.entry(), function(module, symbol)));
  }

  List<String> entries() {
    return binaries.stream().map(BuiltBinary::entry).toList();
  }

  String entry() {
    return String.join(" and ", entries());
  }

  BuiltLaunch built(int launch) {
    return binaries.get(launch).launch();
  }

  CudaFunction entry(int launch) {
    return functions.get(launch);
  }

  Handles.Function function(String name) {
    return function(modules.firstEntry().getValue(), name);
  }

  private static Handles.Function function(CUmodule module, String name) {
    var found = new Handles.Function();
    candidate(cuModuleGetFunction(found, module, name), "looking for " + name);
    return found;
  }

  List<Preparation.Symbol> symbols(BufferLayout layout) {
    return kernel().entryPoint().signature().symbols().stream()
        .map(symbol -> symbol(layout.slot(symbol.name())))
        .toList();
  }

  private Preparation.Symbol symbol(BufferLayout.Slot input) {
    String name = input.argument().name();
    var address = new Handles.Address();
    long[] bytes = new long[1];
    candidate(
        cuModuleGetGlobal(address, bytes, modules.firstEntry().getValue(), name),
        "looking for the symbol '%s' beside '%s', a global variable that must not be static"
            .formatted(name, entry()));
    if (bytes[0] < input.bytes()) {
      throw RejectionException.launchFailure(
          "The symbol '%s' has %d bytes; its dimensions in kernel.yaml need %d."
              .formatted(name, bytes[0], input.bytes()));
    }
    return new Preparation.Symbol(input, address);
  }

  @Override
  public void close() {
    super.close();
    modules.values().forEach(module -> cuModuleUnload(module));
  }

  private static List<BuiltBinary> read(Binary binary, List<String> named) {
    try {
      return BuiltBinary.read(binary.file(), named);
    } catch (IOException e) {
      throw RejectionException.launchFailure("The compiled kernel cannot be read: " + e);
    }
  }
}
