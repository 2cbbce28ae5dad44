package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.tuning.BadInputException;

/** Command lines of {@code cutlass_profiler}, one for each shape. */
public final class CutlassFile implements ResultFile {

  private static final Set<String> ARGUMENTS =
      Set.of(
          "cta_m",
          "cta_n",
          "cta_k",
          "cluster_m",
          "cluster_n",
          "cluster_k",
          "stages",
          "warps_m",
          "warps_n",
          "warps_k",
          "inst_m",
          "inst_n",
          "inst_k",
          "op_class",
          "accum",
          "split_k_mode",
          "split_k_slices",
          "swizzle_size",
          "raster_order");

  @Override
  public String name() {
    return "cutlass";
  }

  @Override
  public List<Written> written(AcceptedBuckets accepted) {
    String lines =
        accepted.buckets().stream().map(this::line).collect(Collectors.joining("\n", "", "\n"));
    String name = accepted.kernel().name() + "-cutlass.txt";
    return List.of(
        new Written(
            name,
            "# Written by ./evo export. %s\n# Times and intervals: %s\n%s"
                .formatted(accepted.with().sentence(), Evidence.name(name), lines),
            accepted.buckets()));
  }

  private String line(Bucket bucket) {
    var words = new ArrayList<>(List.of("cutlass_profiler", "--operation=Gemm"));
    for (String dimension : List.of("M", "N", "K")) {
      words.add(
          "--%s=%d"
              .formatted(dimension.toLowerCase(Locale.ROOT), bucket.dimension(dimension, this)));
    }
    bucket
        .parameters()
        .forEach(
            (name, value) -> {
              String argument = name.toLowerCase(Locale.ROOT);
              if (!ARGUMENTS.contains(argument)) {
                throw new BadInputException(
                    "--as cutlass: cutlass_profiler has no argument for the parameter %s of %s. It has %s."
                        .formatted(name, bucket.origin(), new TreeSet<>(ARGUMENTS)));
              }
              words.add("--%s=%s".formatted(argument, value));
            });
    return String.join(" ", words);
  }
}
