package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Protocol;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.worker.serve.RequestServer;

/**
 * The training process of a {@link ClassArchive}: does a worker's jobs once and ends.
 *
 * <p>The process compiles, verifies and times one configuration on the CPU if the machine has a
 * compiler. If the machine has a GPU, the process compiles the kernel for the GPU, but runs nothing
 * there because it holds no lock. Messages are written and read as between processes. The process
 * also loads the classes of the CUDA backend.
 */
final class ClassTraining {

  private static final String CPU = "cpu";
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Pattern CUDA =
      Pattern.compile("((?:dev/evokernel/cuda|jcuda)/.*(?<!-info))\\.class");

  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final Kernel kernel;
  private final DeviceIdentity device;
  private final Path cache;
  private Optional<Binary> reference = Optional.empty();

  private ClassTraining(Kernel kernel, DeviceIdentity device, Path cache) {
    this.kernel = kernel;
    this.device = device;
    this.cache = cache;
  }

  /**
   * @param arguments a kernel's {@code kernel.yaml}, and a folder for compiled files
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    for (Path jar : ClassArchive.jars(System.getProperty("java.class.path"))) {
      load(jar);
    }
    for (String backend : List.of("cuda", CPU)) {
      Kernel kernel = KernelReader.readAgain(Path.of(arguments[0]), backend);
      for (DeviceIdentity device :
          Backend.ofThisProcess(backend).devices().stream().limit(1).toList()) {
        var training = new ClassTraining(kernel, device, Path.of(arguments[1]));
        // A thread that has run candidates may write no files; this thread writes the archive.
        Thread.ofPlatform().name("device").start(training::evaluateTheDefault).join();
      }
    }
  }

  private void evaluateTheDefault() {
    var compiling = new CompileJob(kernel.file(), kernel.backend(), device, cache, LIMIT);
    ask(new Request.OpenCompiler(compiling));
    new RequestServer(this::goOn).serve(requests);
  }

  private void ask(Request request) {
    requests.add(
        Protocol.JSON.readValue(
            Protocol.JSON.writerFor(Request.class).writeValueAsBytes(request), Request.class));
  }

  private void goOn(Reply written) throws IOException {
    Reply reply =
        Protocol.JSON.readValue(
            Protocol.JSON.writerFor(Reply.class).writeValueAsBytes(written), Reply.class);
    switch (reply) {
      case Reply.Progress _, Reply.Preparing _, Reply.Resting _ -> {}
      case Reply.CompilerOpen _ -> ask(new Request.CompileReference());
      case Reply.ReferenceCompiled(Optional<Compilation> compiled, Duration _)
          when compiled.orElse(null) instanceof Compilation.Compiled(Binary binary) -> {
        reference = Optional.of(binary);
        ask(new Request.Compile(kernel.defaultConfiguration(), List.of()));
      }
      case Reply.Compiled(Compilation.Compiled(Binary binary))
          when kernel.backend().equals(CPU) -> {
        ask(new Request.OpenDevice(job()));
        ask(new Request.Evaluate(EvaluationRequest.of(kernel.defaultConfiguration(), binary)));
      }
      case Reply.DeviceOpen _ -> {}
      default -> throw new EOFException();
    }
  }

  private DeviceJob job() {
    return new DeviceJob(
        kernel.file(),
        CPU,
        device,
        new PreparedReference(reference, cache, LIMIT),
        kernel.shapes(),
        List.of(1L),
        SamplingSettings.DEFAULT,
        LIMIT);
  }

  private static void load(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      file.stream()
          .map(entry -> CUDA.matcher(entry.getName()))
          .filter(Matcher::matches)
          .forEach(name -> load(name.group(1).replace('/', '.')));
    }
  }

  private static void load(String name) {
    try {
      var _ = Class.forName(name, false, ClassTraining.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError optional) {
      // The class needs a class of a missing library.
    }
  }
}
