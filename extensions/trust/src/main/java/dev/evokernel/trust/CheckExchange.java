package dev.evokernel.trust;

import module java.base;

import dev.evokernel.backend.data.InputSet;
import dev.evokernel.backend.file.Draft;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.reference.NpyWriter;
import dev.evokernel.backend.reference.ReferenceInputs;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/**
 * The files through which a check reads buffers.
 *
 * <p>Each shape and input set has a folder with the inputs, which are cached while there is room. A
 * subfolder holds the outputs of one launch. The files lie in shared memory if the machine has such
 * a file system. After a kill, the next process deletes them.
 */
final class CheckExchange {

  private static final String OUTPUTS = "outputs";

  /** Upper bound on cached input files; the inputs of the launch being judged are always kept. */
  private static final long MOST_BYTES = 1L << 30;

  record Written(String name, ElementType type, List<Long> dimensions, MemorySegment data) {}

  private record Key(Shape shape, InputSet inputSet) {}

  private record Kept(Path folder, long bytes) {}

  private final Kernel kernel;

  /** Kept until the end: the lock that protects the folder would go with it. */
  private final Draft draft;

  private final Map<Key, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);
  private int made;

  private CheckExchange(Kernel kernel, Draft draft) {
    this.kernel = kernel;
    this.draft = draft;
  }

  /**
   * @param cache the parent folder if there is no shared memory
   */
  static CheckExchange open(Kernel kernel, Path cache) {
    try {
      return new CheckExchange(kernel, Draft.sharedFolder(cache.resolve("drafts"), 0));
    } catch (IOException e) {
      throw broken(cache, e);
    }
  }

  Path folder() {
    return draft.path();
  }

  /**
   * Writes the inputs of an input set if they are missing, and the outputs into a subfolder.
   * Returns the folder.
   */
  Path write(Shape shape, InputSet inputSet, List<Written> outputs) {
    try {
      Path inputs = inputs(new Key(shape, inputSet));
      Path into = inputs.resolve(OUTPUTS);
      Draft.delete(into);
      Files.createDirectory(into);
      for (Written output : outputs) {
        NpyWriter.write(
            file(inputs, output.name()), output.type(), output.dimensions(), output.data());
      }
      return inputs;
    } catch (IOException e) {
      throw broken(folder(), e);
    }
  }

  static Path file(Path inputs, String output) {
    return inputs.resolve(OUTPUTS).resolve(output + ".npy");
  }

  private Path inputs(Key key) throws IOException {
    Kept known = kept.get(key);
    if (known == null) {
      Path fresh = Files.createDirectory(folder().resolve(String.valueOf(made++)));
      new ReferenceInputs(kernel, key.shape(), key.inputSet()).write(fresh);
      known = new Kept(fresh, bytes(fresh));
      kept.put(key, known);
      forget(key);
    }
    return known.folder();
  }

  private void forget(Key needed) throws IOException {
    long all = kept.values().stream().mapToLong(Kept::bytes).sum();
    for (Key key : new ArrayList<>(kept.keySet())) {
      Kept one = kept.get(key);
      if (all > MOST_BYTES && one != null && !key.equals(needed)) {
        Draft.delete(one.folder());
        kept.remove(key);
        all -= one.bytes();
      }
    }
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  private static EnvironmentException broken(Path folder, IOException e) {
    return new EnvironmentException(
        "The buffers for the check cannot be written below %s: %s. Free space there or make the folder writable."
            .formatted(folder, e.getMessage()),
        e);
  }
}
