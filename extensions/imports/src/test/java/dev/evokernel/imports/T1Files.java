package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import org.junit.jupiter.api.io.TempDir;

/** Small files in the T1 format, and what becomes of them. */
abstract class T1Files {

  static final String LAUNCH =
      "'LocalSize': {'X': 'threads'}, 'GlobalSize': {'X': '4096 // threads'}";
  static final String OUTPUT =
      "{'Name': 'out', 'Type': 'float', 'MemoryType': 'Vector', 'Size': 4096,"
          + " 'AccessType': 'WriteOnly'}";

  @TempDir Path temporary;

  Path file(String source, String specification) throws IOException {
    Files.writeString(temporary.resolve("kernel.cu"), source);
    String text =
        """
        {'ConfigurationSpace': {'TuningParameters': [
           {'Name': 'threads', 'Type': 'uint', 'Values': '[32, 64]'},
           {'Name': 'unroll', 'Type': 'uint', 'Values': '[0, 2]'}]},
         'KernelSpecification': {
           'Language': 'CUDA', 'KernelName': 'work', 'KernelFile': 'kernel.cu', %s}}
        """
            .formatted(specification);
    return Files.writeString(temporary.resolve("problem.json"), text.replace('\'', '"'));
  }

  Kernel kernel(Path file, ImportOptions options) {
    Path folder = temporary.resolve("made");
    ImportedFolder.write(T1Import.read(file, options), folder);
    return KernelReader.read(folder, "cuda");
  }

  Kernel kernel(String arguments) throws IOException {
    return kernel(
        file("unroll", LAUNCH + ", 'Arguments': [" + arguments + ", " + OUTPUT + "]"),
        ImportOptions.NONE);
  }

  static long size(Kernel kernel, String argument) {
    var frame = kernel.frame(kernel.defaultConfiguration(), kernel.shape("problem"));
    return kernel.arguments().stream()
        .filter(it -> it.name().equals(argument))
        .mapToLong(it -> ((Argument.Buffer) it).dimensions().getFirst().integer(frame))
        .findFirst()
        .orElseThrow();
  }
}
