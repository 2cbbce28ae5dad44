package dev.evokernel.imports.outline;

import java.util.Optional;

/** Language of a source. */
enum Language {
  C("cpu"),
  CUDA("cuda"),
  TRITON("cuda");

  private final String backend;

  Language(String backend) {
    this.backend = backend;
  }

  /** Backend that runs the language. */
  String backend() {
    return backend;
  }

  /** Language by file extension; empty for other extensions. */
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
