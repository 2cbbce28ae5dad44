package dev.evokernel.outline;

import java.util.Optional;

/** What a source is written in. */
enum Language {
  C("cpu"),
  CUDA("cuda"),
  TRITON("cuda");

  private final String backend;

  Language(String backend) {
    this.backend = backend;
  }

  /** The section of {@code kernel.yaml} that runs it. */
  String backend() {
    return backend;
  }

  /** By the end of a file's name; empty for a file of another kind. */
  static Optional<Language> of(String file) {
    return file.endsWith(".c")
        ? Optional.of(C)
        : file.endsWith(".cu")
            ? Optional.of(CUDA)
            : file.endsWith(".py") ? Optional.of(TRITON) : Optional.empty();
  }

  SourceOutline outline(String source) {
    return this == TRITON ? PythonOutline.of(source) : COutline.of(source, this == CUDA);
  }
}
