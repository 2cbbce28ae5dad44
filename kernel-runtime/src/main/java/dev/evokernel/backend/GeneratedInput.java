package dev.evokernel.backend;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * An input that a command of the kernel's makes.
 *
 * <p>The command runs in the kernel's folder and gets the path of an exchange folder as its last
 * argument, in which {@code request.json} says what is wanted, and to which it writes {@code
 * NAME.npy}. What it wrote is kept in the cache under the digest of all that it depends on: every
 * device, a worker that takes the place of another, and the next run find it there. The exchange
 * folder of a failed run stays, so that the command can be run by hand.
 *
 * @param buffer the input
 */
record GeneratedInput(Kernel kernel, Shape shape, Argument.Buffer buffer, Fill.Generated command) {

  /** Part of every key; raised when the exchange changes. */
  private static final String FORMAT = "evo input 1";

  /** Of a seed: not negative, which NumPy refuses, and exact in every reader of JSON. */
  private static final long SEED = (1L << 53) - 1;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private KeptArrays kept() {
    Path folder =
        kernel
            .identity()
            .cache()
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "The inputs of kernel '%s' that a command makes have no cache here. A miniature has none; maybe give 'micro' 'arguments' with other fills."
                            .formatted(kernel.name())));
    return new KeptArrays(new CacheFolder(folder), KeptArrays.INPUTS);
  }

  /**
   * The elements.
   *
   * @param seed of the input set
   * @throws EnvironmentException if the command does not give them
   */
  NpyArray array(long seed) {
    KeptArrays kept = kept();
    try {
      return kept.of(
          key(seed),
          () -> exchange -> make(kept, exchange, seed),
          exchange -> read(exchange, Arena.ofAuto()));
    } catch (IOException e) {
      throw new EnvironmentException(
          "The exchange with the fill of '%s' of kernel '%s' failed below %s: %s. Maybe make room there, or make it writable."
              .formatted(buffer.like(), kernel.name(), kept, e),
          e);
    }
  }

  /** Whether two input sets have the same elements. */
  boolean isAlike(long seed, long other) {
    return array(seed).data().mismatch(array(other).data()) < 0;
  }

  private String key(long seed) {
    var key = new Sha256();
    List.of(FORMAT, shape.toString(), request(seed)).forEach(key::add);
    command.words().forEach(key::add);
    key.add(KernelSources.ofInputs(kernel).hash());
    return key.hex();
  }

  private String request(long seed) {
    var request = new LinkedHashMap<String, Object>();
    request.put("kernel", kernel.name());
    request.put("shape", shape.name());
    request.put("dimensions", shape.dimensions());
    var facts = shape.plain();
    facts.keySet().removeAll(shape.dimensions().keySet());
    request.put("facts", facts);
    request.put("name", buffer.like());
    request.put("type", buffer.type().label());
    request.put("extents", extents());
    request.put("seed", seed & SEED);
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(request);
  }

  private void make(KeptArrays kept, Path exchange, long seed) throws IOException {
    Files.writeString(exchange.resolve("request.json"), request(seed));
    var words = new ArrayList<>(command.words());
    words.add(exchange.toString());
    String byHand =
        "Run it by hand: cd %s && %s %s".formatted(kernel.folder(), command, kept.failed());
    ToolRun run;
    try {
      run = ToolRun.of(words, kernel.folder(), command.limit());
    } catch (IOException e) {
      throw broken(
          "cannot be started: " + e.getMessage(),
          "Maybe install '" + words.getFirst() + "', or name another program.");
    }
    if (run.timedOut()) {
      throw broken(
          "was stopped after %d s".formatted(command.limit().toSeconds()),
          "Maybe give it more 'timeout'. " + byHand);
    }
    if (!run.succeeded()) {
      throw broken(
          "ended with status "
              + run.status()
              + (run.output().isEmpty() ? "" : " and said:\n" + run.lastLines(20)),
          byHand);
    }
    if (!Files.isRegularFile(file(exchange))) {
      throw broken(
          "wrote no " + file(exchange).getFileName(),
          "It belongs into the folder that is the command's last argument. " + byHand);
    }
    try (Arena arena = Arena.ofConfined()) {
      read(exchange, arena);
    } catch (IOException e) {
      throw broken(
          "wrote a %s that %s".formatted(file(exchange).getFileName(), e.getMessage()), byHand);
    }
    kept.keepOnly(exchange, List.of(String.valueOf(file(exchange).getFileName())));
  }

  /** What a restored output holds before a launch goes by the name of the buffer it comes from. */
  private Path file(Path exchange) {
    return exchange.resolve(buffer.like() + ".npy");
  }

  private List<Long> extents() {
    return Extent.ofReference(kernel, shape, buffer).dimensions();
  }

  private NpyArray read(Path exchange, Arena arena) throws IOException {
    NpyArray array = NpyArray.readOrRaw(file(exchange), buffer.type(), extents(), arena);
    WrittenOutputs.check(array, kernel, shape, buffer);
    return array;
  }

  private EnvironmentException broken(String what, String advice) {
    return new EnvironmentException(
        "The command '%s' that fills '%s' of kernel '%s' on shape %s %s%s%s"
            .formatted(
                command,
                buffer.like(),
                kernel.name(),
                shape,
                what,
                what.contains("\n") ? "\n" : ". ",
                advice));
  }
}
