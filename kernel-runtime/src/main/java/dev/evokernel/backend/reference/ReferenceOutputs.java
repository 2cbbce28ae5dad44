package dev.evokernel.backend.reference;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.PreparedReference;
import dev.evokernel.backend.binary.CacheFolder;
import dev.evokernel.backend.binary.KeptArrays;
import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.Sha256;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.kernel.Shape;

/**
 * Outputs of a compiled reference, kept on disk for replaced workers and for the next run. The key
 * is the digest of all that they depend on: the kernel's files, the reference's binary, the
 * device's model, shape and seed. Keeping pays where the reference takes longer than reading its
 * outputs.
 */
public final class ReferenceOutputs {

  /** Version of {@link InputFill} and of the stored outputs, part of every key. */
  private static final String FORMAT = "evo compiled reference 1";

  /** Nanoseconds below which the reference is faster than a file. */
  private static final long WORTH_KEEPING = 2_000_000;

  private final KeptArrays kept;
  private final String sources;
  private final String binary;
  private final String device;

  private final Map<Shape, Long> computed = new HashMap<>();

  public ReferenceOutputs(Kernel kernel, DeviceIdentity device, PreparedReference reference) {
    this.kept = new KeptArrays(new CacheFolder(reference.cache()), KeptArrays.EXPECTED);
    this.sources = KernelSources.of(kernel).hash();
    this.binary = reference.compiled().digest();
    this.device = device.toString();
  }

  /**
   * Bytes of the outputs by name, mapped for as long as the arena lives, or until the reference
   * computes others if it is so fast that keeping them does not pay.
   */
  public Map<String, MemorySegment> of(
      Shape shape, InputSet inputSet, Supplier<Map<String, MemorySegment>> computing, Arena arena) {
    if (computed.getOrDefault(shape, Long.MAX_VALUE) < WORTH_KEEPING) {
      return computing.get();
    }
    var key = new Sha256();
    for (String part :
        new String[] {FORMAT, sources, binary, device, shape.toString(), inputSet.key()}) {
      key.add(part);
    }
    try {
      return kept.of(
          key.hex(),
          () -> {
            long began = System.nanoTime();
            Map<String, MemorySegment> outputs = computing.get();
            computed.put(shape, System.nanoTime() - began);
            return folder -> write(outputs, folder);
          },
          folder -> read(folder, arena));
    } catch (IOException e) {
      throw new EnvironmentException(
          "The expected outputs cannot be stored below %s: %s. Free some space there or make the folder writable."
              .formatted(kept, e.getMessage()),
          e);
    }
  }

  private static void write(Map<String, MemorySegment> outputs, Path folder) throws IOException {
    for (Map.Entry<String, MemorySegment> output : outputs.entrySet()) {
      NpyWriter.write(folder.resolve(output.getKey()), output.getValue());
    }
  }

  private static Map<String, MemorySegment> read(Path folder, Arena arena) throws IOException {
    var outputs = new LinkedHashMap<String, MemorySegment>();
    for (Path file : KeptArrays.files(folder)) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        outputs.put(
            String.valueOf(file.getFileName()),
            channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena));
      }
    }
    return outputs;
  }
}
