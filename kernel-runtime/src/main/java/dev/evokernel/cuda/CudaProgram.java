package dev.evokernel.cuda;

import static dev.evokernel.cuda.driver.Status.candidate;
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
import dev.evokernel.cuda.driver.Handles;
import dev.evokernel.cuda.memory.Layout;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.space.Configuration;
import jcuda.driver.CUmodule;

/** Cubin loaded as a module, with its entry points. */
final class CudaProgram implements Program {

  private final CUmodule module = new CUmodule();
  private final Kernel kernel;
  private final List<String> entries;
  private final Configuration configuration;
  private final BuiltLaunch built;
  private final Map<String, CudaFunction> functions = new HashMap<>();
  private final Map<CudaWorkspace, TimedLaunch> launches = new HashMap<>();

  private CudaProgram(
      Kernel kernel, List<String> entries, Configuration configuration, BuiltLaunch built) {
    this.kernel = kernel;
    this.entries = entries;
    this.configuration = configuration;
    this.built = built;
  }

  /**
   * @param named the entries in {@code kernel.yaml}
   */
  static CudaProgram load(
      Kernel kernel, Binary binary, List<String> named, Configuration configuration) {
    BuiltBinary read = read(binary);
    List<String> entries = named.stream().map(read.launch()::entryOr).toList();
    var program = new CudaProgram(kernel, entries, configuration, read.launch());
    byte[] plain = read.image();
    boolean cubin = Cubin.isIn(plain);
    // The driver compiles the text of a PTX program, up to the zero at its end.
    byte[] image = cubin ? plain : Arrays.copyOf(plain, plain.length + 1);
    candidate(cuModuleLoadData(program.module, image), "loading " + program.entry());
    try {
      for (String entry : entries) {
        String symbol = cubin ? Cubin.read(image).symbol(entry) : entry;
        program.functions.put(entry, new CudaFunction(entry, program.function(symbol)));
      }
      return program;
    } catch (IllegalArgumentException e) {
      program.close();
      throw RejectionException.launchFailure(String.valueOf(e.getMessage()));
    } catch (RejectionException e) {
      program.close();
      throw e;
    }
  }

  List<String> entries() {
    return entries;
  }

  /** Names of the entries, for messages. */
  String entry() {
    return String.join(" and ", entries);
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

  /**
   * @param launch its position
   */
  CudaFunction entry(int launch) {
    return Objects.requireNonNull(functions.get(entries.get(launch)));
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
            .formatted(name, entry()));
    if (bytes[0] < input.bytes()) {
      throw RejectionException.launchFailure(
          "The symbol '%s' has %d bytes; its dimensions in kernel.yaml need %d."
              .formatted(name, bytes[0], input.bytes()));
    }
    return new Preparation.Symbol(input, address);
  }

  /** Launch on one workspace, made once and closed together with this program. */
  TimedLaunch launch(CudaWorkspace workspace, Supplier<TimedLaunch> make) {
    return launches.computeIfAbsent(workspace, _ -> make.get());
  }

  @Override
  public void close() {
    launches.values().forEach(TimedLaunch::close);
    launches.clear();
    cuModuleUnload(module);
  }

  private static BuiltBinary read(Binary binary) {
    try {
      return BuiltBinary.read(binary.file());
    } catch (IOException e) {
      throw RejectionException.launchFailure("The compiled kernel cannot be read: " + e);
    }
  }
}
