package dev.evokernel.backend;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Runs a command that computes expected outputs.
 *
 * <p>The command runs in the kernel's folder and gets the path of an exchange folder as its last
 * argument, from which it reads the inputs and to which it writes the outputs. What it wrote is
 * kept on disk under the digest of all that it depends on: a replaced worker and the next run find
 * it there. The exchange folder of a failed run stays, so that the command can be run by hand.
 */
public final class ReferenceCommand {

  /** Part of every key; raised when {@link InputFill} or the exchange changes. */
  private static final String FORMAT = "evo reference 2";

  private static final int CHUNK = 1 << 16;

  /** The time of a file that the command has still to write, though there is one to read. */
  private static final FileTime UNTOUCHED = FileTime.fromMillis(0);

  private final Kernel kernel;
  private final Reference.Command command;
  private final KeptArrays kept;
  private final String sources;

  /**
   * @param cache the folder in which outputs are kept; made when missing
   */
  public ReferenceCommand(Kernel kernel, Reference.Command command, Path cache) {
    this.kernel = kernel;
    this.command = command;
    this.kept = new KeptArrays(new CacheFolder(cache), KeptArrays.EXPECTED);
    this.sources = KernelSources.of(kernel).hash();
  }

  /**
   * The expected outputs by name, of the right shape, and for the usual inputs finite; floating
   * outputs in whichever floating type the command wrote, integer outputs in an integer type.
   *
   * @param arena for as long as which they are there
   * @throws EnvironmentException if the command does not give them
   */
  public SequencedMap<String, NpyArray> outputs(Shape shape, InputSet inputSet, Arena arena) {
    try {
      return kept.of(
          key(shape, inputSet),
          () -> exchange -> compute(shape, inputSet, exchange),
          folder -> read(folder, shape, inputSet, arena));
    } catch (IOException e) {
      throw new EnvironmentException(
          "The exchange with the reference of kernel '%s' failed below %s: %s. Maybe make room there, or make it writable."
              .formatted(kernel.name(), kept, e),
          e);
    }
  }

  private void compute(Shape shape, InputSet inputSet, Path exchange) throws IOException {
    new ReferenceInputs(kernel, shape, inputSet).write(exchange);
    for (Argument.Buffer output : kernel.entryPoint().signature().restored()) {
      Files.setLastModifiedTime(file(exchange, output), UNTOUCHED);
    }
    run(exchange, shape, inputSet);
    try (Arena arena = Arena.ofConfined()) {
      read(exchange, shape, inputSet, arena);
    }
    kept.keepOnly(
        exchange, kernel.outputs().stream().map(output -> output.name() + ".npy").toList());
  }

  private static Path file(Path exchange, Argument.Buffer buffer) {
    return exchange.resolve(buffer.name() + ".npy");
  }

  private void run(Path exchange, Shape shape, InputSet inputSet) throws IOException {
    var words = new ArrayList<>(command.words());
    words.add(exchange.toString());
    ToolRun run;
    try {
      run = ToolRun.of(words, kernel.folder(), command.limit());
    } catch (IOException e) {
      throw broken(
          shape,
          inputSet,
          "cannot be started: " + e.getMessage(),
          "Maybe install '" + words.getFirst() + "', or name another program.");
    }
    String byHand =
        "Run it by hand: cd %s && %s %s".formatted(kernel.folder(), command, kept.failed());
    if (run.timedOut()) {
      throw broken(
          shape,
          inputSet,
          "was stopped after " + command.limit().toSeconds() + " s" + said(run),
          "Maybe give it more 'timeout'. " + byHand);
    }
    if (!run.succeeded()) {
      throw broken(shape, inputSet, "ended with status " + run.status() + said(run), byHand);
    }
  }

  private static String said(ToolRun run) {
    return run.output().isEmpty() ? "" : " and said:\n" + run.lastLines(20);
  }

  private SequencedMap<String, NpyArray> read(
      Path from, Shape shape, InputSet inputSet, Arena arena) throws IOException {
    var outputs = new LinkedHashMap<String, NpyArray>();
    for (Argument.Buffer output : kernel.outputs()) {
      Path file = file(from, output);
      if (!Files.isRegularFile(file) || Files.getLastModifiedTime(file).equals(UNTOUCHED)) {
        throw broken(
            shape,
            inputSet,
            "wrote no " + file.getFileName(),
            "It belongs into the folder that is the command's last argument.");
      }
      try {
        NpyArray array = NpyArray.read(file, arena);
        check(array, output, shape, inputSet);
        outputs.put(output.name(), array);
      } catch (IOException e) {
        throw broken(
            shape,
            inputSet,
            "wrote a " + file.getFileName() + " that " + e.getMessage(),
            "For example: np.save(f\"{folder}/%s\", result.astype(np.%s))"
                .formatted(
                    output.name(),
                    output.type().isFloating()
                        ? "float32"
                        : output.type().label().replace("i", "int")));
      }
    }
    return outputs;
  }

  /**
   * @throws IOException if the array cannot be this output
   */
  private void check(NpyArray array, Argument.Buffer output, Shape shape, InputSet inputSet)
      throws IOException {
    WrittenOutputs.check(array, kernel, shape, output);
    if (array.type().isFloating() && inputSet.special().isEmpty()) {
      checkFinite(array, Extent.ofReference(kernel, shape, output));
    }
  }

  private static void checkFinite(NpyArray array, Extent extent) throws IOException {
    ElementType type = array.type();
    double[] values = new double[CHUNK];
    for (long first = 0; first < extent.elements(); first += CHUNK) {
      int count = (int) Math.min(CHUNK, extent.elements() - first);
      var bytes = array.data().asSlice(first * type.bytes(), (long) count * type.bytes());
      Elements.read(type, bytes.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN), count, values);
      for (int i = 0; i < count; i++) {
        if (!Double.isFinite(values[i])) {
          throw new IOException("has %s at %s".formatted(values[i], extent.coordinates(first + i)));
        }
      }
    }
  }

  private String key(Shape shape, InputSet inputSet) {
    var parts = new ArrayList<>(List.of(FORMAT, sources, kernel.backend(), shape.toString()));
    parts.add(inputSet.key());
    parts.addAll(command.words());
    var key = new Sha256();
    parts.forEach(key::add);
    return key.hex();
  }

  private EnvironmentException broken(Shape shape, InputSet inputSet, String what, String advice) {
    return new EnvironmentException(
        "The reference '%s' of kernel '%s', on shape %s with %s, %s%s%s"
            .formatted(
                command,
                kernel.name(),
                shape,
                inputSet,
                what,
                what.contains("\n") ? "\n" : ". ",
                advice));
  }
}
