package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.yaml.InvalidFileException;

/**
 * Reader of another tool's files for {@code evo import}. Implementations are found by {@link
 * ServiceLoader} and have a public constructor.
 */
public interface Importer {

  /** Kind of file that the importer reads, with an article, such as {@code a T1 file}. */
  String input();

  /** Recognises a file by its name or its beginning. The file may be missing. */
  boolean reads(Path file);

  /**
   * Reads the kernel that a file describes.
   *
   * @param scratch an empty folder for temporary files; deleted after the kernel's folder is
   *     written
   * @throws InvalidFileException if evo does not support what the file describes
   */
  ImportedKernel read(Path file, ImportOptions options, Path scratch) throws InterruptedException;

  static List<Importer> all() {
    return ServiceLoader.load(Importer.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  /** Finds the importer that reads a file. */
  static Importer of(Path file) {
    List<Importer> all = all();
    return all.stream()
        .filter(importer -> importer.reads(file))
        .findFirst()
        .orElseThrow(
            () ->
                T1Node.problem(
                    file,
                    Files.exists(file) ? "not a file that evo imports" : "no such file",
                    all.stream()
                        .map(Importer::input)
                        .collect(Collectors.joining(", or ", "Name ", "."))));
  }
}
