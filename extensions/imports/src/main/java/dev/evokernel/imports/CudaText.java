package dev.evokernel.imports;

import module java.base;

/** CUDA source, searched for hints on compilation and launch. Macros are not expanded. */
public record CudaText(String text) {

  /** Libraries with host code, and C++ headers for which evo has no substitute. */
  private static final Pattern HOST_HEADER =
      Pattern.compile(
          "(?m)^\\s*#\\s*include\\s*<((?:cub|thrust)/[^>]*"
              + "|(?:assert|cublas\\w*|cudnn\\w*|cufft\\w*|curand|cusolver\\w*|cusparse|nccl|mpi|omp"
              + "|getopt|unistd|sys/\\w+)\\.h"
              + "|(?!c(?:stdio|stdlib|string|time|math|float|limits|stdint)>|iostream>)[a-z_]+)>");

  private static final Pattern LAUNCH = Pattern.compile("(\\w+)\\s*(?:<[^<>;(){}]*>\\s*)?<<<");

  private static final Pattern WAITS_FOR_GRID = Pattern.compile("\\bthis_(?:multi_)?grid\\s*\\(");

  /** First included header that NVRTC cannot compile. */
  public Optional<String> hostHeader() {
    Matcher found = HOST_HEADER.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** Kernels that host code in the source launches, in the source's order. */
  public List<String> launched() {
    return LAUNCH.matcher(text).results().map(found -> found.group(1)).distinct().toList();
  }

  /** Whether blocks wait for each other, so that the launch must be cooperative. */
  public boolean waitsForGrid() {
    return WAITS_FOR_GRID.matcher(text).find();
  }
}
