package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.binary.KeptArrays;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.data.NpyArray;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.ArrayProgram;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Signature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Input that a program of the kernel makes.
 *
 * <p>A command runs in the kernel's folder. Its last argument is the path of an exchange folder, in
 * which {@code request.json} describes the input and to which the command writes {@code NAME.npy}.
 * The exchange folder of a failed command stays, so that the command can be run by hand. A Python
 * function is called once for all inputs that name its file.
 *
 * <p>The cache keeps the arrays under the digest of all that they depend on, for every device, for
 * replaced workers and for the next run.
 */
record GeneratedInput(
    Kernel kernel, Shape shape, InputSet inputSet, Argument.Buffer buffer, ArrayProgram program) {

  /** Version of the exchange, part of every key. */
  private static final String FORMAT = "evo input 1";

  /** Bits of a seed: never negative, which NumPy rejects, and exact in every JSON reader. */
  private static final long SEED = (1L << 53) - 1;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private KeptArrays kept() {
    Path folder =
        kernel
            .identity()
            .programs()
            .map(KernelIdentity.Programs::cache)
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "The inputs of kernel '%s' that a program makes have no cache here, and a miniature never has one. Give 'micro' 'arguments' with other fills."
                            .formatted(kernel.name())));
    return new KeptArrays(new CacheFolder(folder), KeptArrays.INPUTS);
  }

  NpyArray array() {
    KeptArrays kept = kept();
    try {
      return kept.of(
          key(),
          () -> exchange -> make(kept, exchange),
          exchange -> read(exchange, buffer, Arena.ofAuto()));
    } catch (IOException e) {
      throw new EnvironmentException(
          "The exchange with the fill of '%s' of kernel '%s' failed below %s: %s. Free space there, or make it writable."
              .formatted(buffer.like(), kernel.name(), kept, e),
          e);
    }
  }

  boolean isEqual(InputSet other) {
    var counterpart = new GeneratedInput(kernel, shape, other, buffer, program);
    return array().data().mismatch(counterpart.array().data()) < 0;
  }

  private String key() throws IOException {
    var key = new Sha256();
    List.of(FORMAT, shape.toString(), request()).forEach(key::add);
    PythonInstallation.identity(program).forEach(key::add);
    key.add(KernelSources.ofInputs(kernel).hash());
    return key.hex();
  }

  private String request() {
    var request = new LinkedHashMap<String, Object>();
    request.put("kernel", kernel.name());
    request.put("shape", shape.name());
    request.put("dimensions", shape.dimensions());
    request.put("facts", shape.plainFacts());
    if (!program.depends().isEmpty()) {
      request.put("parameters", parameters());
    }
    if (program.function().isPresent()) {
      var outputs = new LinkedHashMap<String, Object>();
      together().forEach(b -> outputs.put(b.like(), ReferenceInputs.described(b, extents(b))));
      request.put("outputs", outputs);
    } else {
      request.put("name", buffer.like());
      request.put("type", buffer.type().label());
      request.put("extents", extents(buffer));
    }
    request.put("seed", inputSet.seed() & SEED);
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(request);
  }

  private Map<String, Object> parameters() {
    return ReferenceInputs.values(kernel, program.depends(), inputSet);
  }

  /** Inputs that one call makes, or the one that a command makes. */
  private List<Argument.Buffer> together() {
    return program.function().isEmpty()
        ? List.of(buffer)
        : kernel.on(shape).inputs().stream()
            .map(Signature.Input::buffer)
            .filter(other -> other.fill().equals(buffer.fill()))
            .toList();
  }

  private void make(KeptArrays kept, Path exchange) throws IOException {
    String subject =
        "The %s '%s' that fills '%s' of kernel '%s' on shape %s%s"
            .formatted(
                program.function().isPresent() ? "function in" : "command",
                program,
                buffer.like(),
                kernel.name(),
                shape,
                program.depends().isEmpty() ? "" : " with " + parameters());
    String advice;
    if (program.function().isPresent()) {
      Files.writeString(exchange.resolve(ReferenceInputs.ARGUMENTS), request());
      PythonProcess.of(kernel, subject).call(program, subject, exchange, exchange);
      advice = "Correct %s.".formatted(program.files().getFirst());
    } else {
      Files.writeString(exchange.resolve("request.json"), request());
      kept.run(subject, kernel.folder(), program.words(), exchange, program.limit());
      advice = kept.byHand(kernel.folder(), program.words());
    }
    for (Argument.Buffer made : together()) {
      String name = made.like();
      if (!Files.isRegularFile(file(exchange, made))) {
        throw KeptArrays.broken(
            subject,
            "wrote no " + name + ".npy",
            "The command must write it to the folder that is its last argument. " + advice);
      }
      try (Arena arena = Arena.ofConfined()) {
        read(exchange, made, arena);
      } catch (IOException e) {
        throw KeptArrays.broken(subject, program.made(name) + " that " + e.getMessage(), advice);
      }
    }
    kept.keepOnly(exchange, together().stream().map(made -> made.like() + ".npy").toList());
  }

  /** File of an array; a restored output has the name of its buffer of origin. */
  private static Path file(Path exchange, Argument.Buffer input) {
    return exchange.resolve(input.like() + ".npy");
  }

  private List<Long> extents(Argument.Buffer input) {
    return Extent.of(kernel, shape, input, inputSet.configuration(kernel)).dimensions();
  }

  private NpyArray read(Path exchange, Argument.Buffer input, Arena arena) throws IOException {
    NpyArray array = NpyArray.readOrRaw(file(exchange, input), input.type(), extents(input), arena);
    WrittenOutputs.check(array, input, new Extent(extents(input)));
    return array;
  }
}
