package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.binary.KeptArrays;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Fill;
import dev.evokernel.kernel.data.Shape;
import tools.jackson.databind.json.JsonMapper;

/**
 * Input that a command of the kernel makes.
 *
 * <p>The command runs in the kernel's folder. Its last argument is the path of an exchange folder,
 * in which {@code request.json} describes the input and to which the command writes {@code
 * NAME.npy}. The cache keeps the array under the digest of all that it depends on, for every
 * device, for replaced workers and for the next run. The exchange folder of a failed command stays,
 * so that the command can be run by hand.
 *
 * @param buffer the input
 */
record GeneratedInput(Kernel kernel, Shape shape, Argument.Buffer buffer, Fill.Generated command) {

  /** Version of the exchange, part of every key. */
  private static final String FORMAT = "evo input 1";

  /** Bits of a seed: never negative, which NumPy rejects, and exact in every JSON reader. */
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
                        "The inputs of kernel '%s' that a command makes have no cache here, and a miniature never has one. Give 'micro' 'arguments' with other fills."
                            .formatted(kernel.name())));
    return new KeptArrays(new CacheFolder(folder), KeptArrays.INPUTS);
  }

  /** Reads the elements from the cache, or runs the command. */
  NpyArray array(long seed) {
    KeptArrays kept = kept();
    try {
      return kept.of(
          key(seed),
          () -> exchange -> make(kept, exchange, seed),
          exchange -> read(exchange, Arena.ofAuto()));
    } catch (IOException e) {
      throw new EnvironmentException(
          "The exchange with the fill of '%s' of kernel '%s' failed below %s: %s. Free space there, or make it writable."
              .formatted(buffer.like(), kernel.name(), kept, e),
          e);
    }
  }

  boolean isEqual(long seed, long otherSeed) {
    return array(seed).data().mismatch(array(otherSeed).data()) < 0;
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
    request.put("facts", shape.plainFacts());
    request.put("name", buffer.like());
    request.put("type", buffer.type().label());
    request.put("extents", extents());
    request.put("seed", seed & SEED);
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(request);
  }

  private void make(KeptArrays kept, Path exchange, long seed) throws IOException {
    Files.writeString(exchange.resolve("request.json"), request(seed));
    String subject =
        "The command '%s' that fills '%s' of kernel '%s' on shape %s"
            .formatted(command, buffer.like(), kernel.name(), shape);
    kept.run(subject, kernel.folder(), command.words(), exchange, command.limit());
    String byHand = kept.byHand(kernel.folder(), command.words());
    String name = String.valueOf(file(exchange).getFileName());
    if (!Files.isRegularFile(file(exchange))) {
      throw KeptArrays.broken(
          subject,
          "wrote no " + name,
          "The command must write it to the folder that is its last argument. " + byHand);
    }
    try (Arena arena = Arena.ofConfined()) {
      read(exchange, arena);
    } catch (IOException e) {
      throw KeptArrays.broken(
          subject, "wrote a %s that %s".formatted(name, e.getMessage()), byHand);
    }
    kept.keepOnly(exchange, List.of(name));
  }

  /** File of the array; a restored output has the name of its buffer of origin. */
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
}
