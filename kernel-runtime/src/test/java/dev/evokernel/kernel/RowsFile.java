package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.kernel.read.KernelReader;

/** A good kernel with two variants, and copies of it with one thing changed. */
public record RowsFile(Path parent, String text) {

  private static final String GOOD =
      """
      summary: Sums of rows
      backends:
        cpu:
          arguments:
            - {name: A, type: f32, dimensions: [M, N]}
            - {name: S, type: f32, dimensions: [M], output: true}
            - {name: M, type: i32, value: M}
            - {name: N, type: i32, value: N}
          tolerances: {f32: {absolute: 1e-3, relative: 1e-3}}
          work: {flops: WORK, bytes: 4 * WORK}
          reference: {sources: [reference.c], entry: reference}
          shapes:
            small: {M: 64, N: 512}
            ragged: {M: 33, N: 300}
          let: {WORK: M * N}
          variants:
            plain:
              sources: [plain.c]
              entry: rows
              parameters: {UNROLL: [4, 2, 1], THREADS: [1, 2]}
              default: {UNROLL: 1, THREADS: 1}
            vector:
              requires:
                - {require: device.vector_bytes >= 32, because: it adds eight at once}
              sources: [vector.c]
              entry: rows
              flags: [-O3]
              arguments:
                - {name: width, type: i32, value: WIDTH}
              let: {STEP: UNROLL * WIDTH, SUMS: 2 * STEP}
              parameters: {UNROLL: [1, 2, 8], WIDTH: [4, 8]}
              constraints:
                - {require: SUMS <= 32, because: there are as many registers}
                - {require: N % WIDTH == 0}
              default: {UNROLL: 2, WIDTH: 4}
      """;

  public RowsFile(Path parent) {
    this(parent, GOOD);
  }

  /** The first {@code old} replaced. */
  public RowsFile with(String old, String replacement) {
    int at = text.indexOf(old);
    if (at < 0) {
      throw new IllegalArgumentException("Not in the file: " + old);
    }
    return new RowsFile(
        parent, text.substring(0, at) + replacement + text.substring(at + old.length()));
  }

  public Kernel read() throws IOException {
    return KernelReader.read(write(), "cpu");
  }

  /** Writes the folder and gives its {@code kernel.yaml}. */
  public Path write() throws IOException {
    Path folder = Files.createDirectories(parent.resolve("rows"));
    for (String source : new String[] {"plain.c", "vector.c", "reference.c"}) {
      Files.writeString(folder.resolve(source), "");
    }
    return Files.writeString(folder.resolve("kernel.yaml"), text);
  }
}
