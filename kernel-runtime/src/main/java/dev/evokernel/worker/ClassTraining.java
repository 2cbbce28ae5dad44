package dev.evokernel.worker;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.worker.protocol.CompileJob;
import dev.evokernel.worker.protocol.DeviceJob;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.Reply;
import dev.evokernel.worker.protocol.Request;
import dev.evokernel.worker.serve.WorkerMain;
import dev.evokernel.worker.tool.Wire;

/**
 * The training process of a {@link ClassArchive}: does a worker's jobs once and ends.
 *
 * <p>The process compiles, verifies and times one configuration on the CPU if the machine has a
 * compiler, asked over a socket as by a coordinator. The process also loads the classes of the CUDA
 * backend.
 */
final class ClassTraining {

  private static final String BACKEND = "cpu";
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Pattern CUDA = Pattern.compile("(dev/evokernel/cuda|jcuda)/.*\\.class");

  private final Wire wire;
  private final Kernel kernel;
  private final DeviceIdentity device;
  private final Path cache;
  private Optional<Binary> reference = Optional.empty();

  private ClassTraining(Wire wire, Kernel kernel, DeviceIdentity device, Path cache) {
    this.wire = wire;
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
    Path folder = Files.createTempDirectory("evo-");
    Path socket = folder.resolve("socket");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      Thread.ofPlatform().daemon().start(() -> coordinate(server, arguments));
      WorkerMain.listen(socket);
    } finally {
      Draft.delete(folder);
    }
  }

  private static void coordinate(ServerSocketChannel server, String[] arguments) {
    try (var wire = new Wire(server.accept())) {
      var training =
          new ClassTraining(
              wire,
              KernelReader.readAgain(Path.of(arguments[0]), BACKEND),
              Backend.named(BACKEND).devices().getFirst(),
              Path.of(arguments[1]));
      Optional<Reply> reply = wire.receive(Reply.class);
      while (reply.isPresent()) {
        training.goOn(reply.get());
        reply = wire.receive(Reply.class);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void ask(Request request) throws IOException {
    wire.send(Request.class, request);
  }

  /** Asks for the next step, or ends the worker after the last reply. */
  private void goOn(Reply reply) throws IOException {
    switch (reply) {
      case Reply.Progress _, Reply.Preparing _, Reply.Resting _, Reply.DevicePrepared _ -> {}
      case Reply.Hello _ -> {
        var job = new CompileJob(kernel.file(), BACKEND, device, cache, LIMIT);
        ask(new Request.OpenCompiler(job));
        ask(new Request.CompileReference());
        ask(new Request.PrepareDevice(job.target()));
      }
      case Reply.CompilerOpen _ -> {}
      case Reply.ReferenceCompiled compiled -> {
        reference = compiled.compilation().flatMap(ClassTraining::binary);
        ask(new Request.Compile(kernel.defaultConfiguration(), List.of()));
      }
      case Reply.Compiled(Compilation.Compiled(Binary binary)) when reference.isPresent() -> {
        ask(new Request.OpenDevice(job()));
        ask(new Request.Evaluate(EvaluationRequest.of(kernel.defaultConfiguration(), binary)));
      }
      case Reply.DeviceOpen _ -> {}
      default -> ask(new Request.Shutdown());
    }
  }

  private DeviceJob job() {
    return new DeviceJob(
        kernel.file(),
        BACKEND,
        device,
        new PreparedReference(reference, cache, LIMIT),
        kernel.shapes(),
        List.of(1L),
        SamplingSettings.DEFAULT,
        LIMIT);
  }

  private static Optional<Binary> binary(Compilation compilation) {
    return switch (compilation) {
      case Compilation.Compiled(Binary binary) -> Optional.of(binary);
      case Compilation.Failed _ -> Optional.empty();
    };
  }

  private static void load(Path jar) throws IOException {
    try (var file = new JarFile(jar.toFile())) {
      for (JarEntry entry : file.stream().toList()) {
        String name = entry.getName();
        if (CUDA.matcher(name).matches() && !name.endsWith("-info.class")) {
          load(name.substring(0, name.length() - ".class".length()).replace('/', '.'));
        }
      }
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
