package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.binary.KeptArrays;
import dev.evokernel.backend.data.Elements;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;

/**
 * Program that computes expected outputs.
 *
 * <p>A command runs in the kernel's folder. Its last argument is the path of an exchange folder,
 * which holds the inputs and to which the command writes the outputs. The exchange folder of a
 * failed command stays, so that the command can be run by hand. A Python function is called by the
 * {@linkplain PythonProcess living process}, and its inputs lie in shared memory.
 *
 * <p>The cache keeps the outputs under the digest of all that they depend on, for replaced workers
 * and for the next run: the kernel's files that are not compiled for candidates, shape, scalars and
 * inputs, and the Python that calls a function.
 */
public final class ReferenceCommand {

  /** Version of {@link InputFill} and of the exchange, part of every key. */
  private static final String FORMAT = "evo reference 3";

  private static final int CHUNK = 1 << 16;

  /** Time stamp of a file that the command must overwrite. */
  private static final FileTime UNTOUCHED = FileTime.fromMillis(0);

  private final Kernel kernel;
  private final ArrayProgram program;
  private final KeptArrays kept;
  private final String sources;

  public ReferenceCommand(Kernel kernel, ArrayProgram program, Path cache) {
    this.kernel = kernel;
    this.program = program;
    this.kept = new KeptArrays(new CacheFolder(cache), KeptArrays.EXPECTED);
    this.sources = KernelSources.ofInputs(kernel).hash();
  }

  /**
   * Expected outputs by name, with their right dimensions and, for the usual inputs, finite.
   * Floating outputs have the floating type that the command wrote, integer outputs an integer
   * type.
   *
   * @param arena keeps the outputs mapped
   * @throws EnvironmentException if the command does not write them
   */
  public SequencedMap<String, NpyArray> outputs(Shape shape, InputSet inputSet, Arena arena) {
    try {
      return kept.of(
          key(shape, inputSet),
          () -> exchange -> compute(shape, inputSet, exchange),
          folder -> read(folder, shape, inputSet, /* fresh= */ false, arena));
    } catch (IOException e) {
      throw new EnvironmentException(
          "The exchange with the reference of kernel '%s' failed below %s: %s. Free space there, or make it writable."
              .formatted(kernel.name(), kept, e),
          e);
    }
  }

  private void compute(Shape shape, InputSet inputSet, Path exchange) throws IOException {
    var inputs = new ReferenceInputs(kernel, shape, inputSet);
    String subject = subject(shape, inputSet);
    if (program.function().isPresent()) {
      PythonProcess python = PythonProcess.of(kernel, subject);
      try (Draft folder = kept.sharedFolder(inputs.bytes())) {
        inputs.write(folder.path());
        python.call(program, subject, folder.path(), exchange);
      }
    } else {
      inputs.write(exchange);
      for (Argument.Buffer output : kernel.entryPoint().signature().restored()) {
        Files.setLastModifiedTime(file(exchange, output), UNTOUCHED);
      }
      kept.run(subject, kernel.folder(), program.words(), exchange, program.limit());
    }
    try (Arena arena = Arena.ofConfined()) {
      read(exchange, shape, inputSet, /* fresh= */ true, arena);
    }
    kept.keepOnly(
        exchange, kernel.outputs().stream().map(output -> output.name() + ".npy").toList());
  }

  private static Path file(Path exchange, Argument.Buffer buffer) {
    return exchange.resolve(buffer.name() + ".npy");
  }

  private String subject(Shape shape, InputSet inputSet) {
    return "The reference '%s' of kernel '%s', on shape %s with %s,"
        .formatted(program, kernel.name(), shape, inputSet);
  }

  /**
   * Reads the outputs.
   *
   * @param fresh whether the program has just made them, so that their elements are checked
   */
  private SequencedMap<String, NpyArray> read(
      Path from, Shape shape, InputSet inputSet, boolean fresh, Arena arena) throws IOException {
    var outputs = new LinkedHashMap<String, NpyArray>();
    for (Argument.Buffer output : kernel.outputs()) {
      Path file = file(from, output);
      if (!Files.isRegularFile(file) || Files.getLastModifiedTime(file).equals(UNTOUCHED)) {
        throw KeptArrays.broken(
            subject(shape, inputSet),
            "wrote no " + file.getFileName(),
            "The command must write it to the folder that is its last argument.");
      }
      try {
        NpyArray array = NpyArray.read(file, arena);
        Extent extent = Extent.ofReference(kernel, shape, output);
        WrittenOutputs.check(array, output, extent);
        if (fresh && array.type().isFloating() && inputSet.special().isEmpty()) {
          checkFinite(array, extent);
        }
        outputs.put(output.name(), array);
      } catch (IOException e) {
        ElementType type = output.type().plain();
        throw KeptArrays.broken(
            subject(shape, inputSet),
            program.made(output.name()) + " that " + e.getMessage(),
            (program.function().isPresent()
                    ? "For example: return {'%s': result.astype(np.%s)}"
                    : "For example: np.save(f\"{folder}/%s\", result.astype(np.%s))")
                .formatted(
                    output.name(), type.isFloating() ? "float32" : type.c().replace("_t", "")));
      }
    }
    return outputs;
  }

  private static void checkFinite(NpyArray array, Extent extent) throws IOException {
    ElementType type = array.type();
    double[] values = new double[CHUNK];
    for (long first = 0; first < extent.elements(); first += CHUNK) {
      int count = (int) Math.min(CHUNK, extent.elements() - first);
      var bytes = array.data().asSlice(type.bytes(first), type.bytes(count));
      Elements.read(type, bytes.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN), count, values);
      for (int i = 0; i < count; i++) {
        if (!Double.isFinite(values[i])) {
          throw new IOException("has %s at %s".formatted(values[i], extent.coordinates(first + i)));
        }
      }
    }
  }

  private String key(Shape shape, InputSet inputSet) throws IOException {
    var inputs = new ReferenceInputs(kernel, shape, inputSet);
    var key = new Sha256();
    List.of(FORMAT, sources, kernel.backend(), inputs.json(), inputs.fills()).forEach(key::add);
    PythonInstallation.identity(program).forEach(key::add);
    return key.hex();
  }
}
