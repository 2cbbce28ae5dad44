package dev.evokernel.imports;

import java.util.List;
import java.util.Optional;

enum Language {
  C("cpu"),
  CPP("cpu"),
  CUDA("cuda"),
  TRITON("cuda"),
  OPENCL("opencl");

  private final String backend;

  Language(String backend) {
    this.backend = backend;
  }

  String backend() {
    return backend;
  }

  /** Language by file extension, and of a header by its text; empty for other extensions. */
  static Optional<Language> of(String file, String text) {
    return Optional.ofNullable(
        switch (file.substring(file.lastIndexOf('.') + 1)) {
          case "c" -> C;
          case "cc", "cpp", "cxx" -> CPP;
          case "cu", "cuh" -> CUDA;
          case "py" -> TRITON;
          case "cl" -> OPENCL;
          case "h", "hpp", "hh", "inl" ->
              text.contains("__global__")
                  ? CUDA
                  : file.endsWith(".h") && !text.contains("template") ? C : CPP;
          default -> null;
        });
  }

  /** Whether a compiler takes no such file by itself. */
  static boolean isHeader(String file) {
    return file.matches(".*\\.(h|hpp|hh|inl)");
  }

  List<String> flags() {
    return switch (this) {
      case C -> List.of("-O3", "-march=native", "-fopenmp");
      case CPP -> List.of("-O3", "-march=native", "-fopenmp", "-std=gnu++17", "-lstdc++");
      case CUDA, TRITON, OPENCL -> List.of();
    };
  }

  /** Whether a launch has a grid of blocks with threads, which the source's indices explain. */
  boolean hasThreads() {
    return this == CUDA || this == OPENCL;
  }

  /** Source in the words of a language that the outline knows. */
  String readable(String source) {
    return this == OPENCL ? new KernelSource(backend, source).asCuda() : source;
  }

  SourceOutline outline(String source, boolean isClosed) {
    if (this != TRITON) {
      return COutline.of(source, hasThreads(), isClosed);
    }
    try (var python = new PythonReader("python3")) {
      return python.outline(source);
    }
  }
}
