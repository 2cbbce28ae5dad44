package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.CacheState;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;

/** Buckets of an imagined run on an H200, for the tests of formats. */
final class ExampleBuckets {

  private ExampleBuckets() {}

  static final Bucket.Times TIMES = new Bucket.Times(2000, 1600, 1650, 40, 1.25, 1.2, 1.3, 3);

  static AcceptedBuckets of(Bucket... buckets) {
    return new AcceptedBuckets(
        new AcceptedBuckets.TunedKernel(
            "matmul", "kernels/matmul", "cuda", configuration("BLOCK_M", 16)),
        new AcceptedBuckets.MeasuredWith(
            "matmul-20261120-193205",
            "2026-11-20T19:32:05Z",
            "0.2.0",
            "NVIDIA H200",
            "570.1",
            "python 3.12, triton 3.4.0",
            "builder",
            "5d41402abc4b2a76"),
        List.of("Faster on every shape."),
        List.of(buckets),
        new LinkedHashMap<>(Map.of("odd", "the default serves this shape")),
        List.of(configuration("BLOCK_M", 32)));
  }

  /** A bucket whose name is the number of its first dimension. */
  static Bucket bucket(Map<String, Long> dimensions, Configuration configuration) {
    return bucket(dimensions, Map.of(), configuration);
  }

  static Bucket bucket(
      Map<String, Long> dimensions, Map<String, Value> facts, Configuration configuration) {
    return new Bucket(
        new Shape("s" + dimensions.values().iterator().next(), dimensions, facts, CacheState.HOT),
        configuration,
        "matmul-20261120-193205/17",
        TIMES,
        Optional.of(false));
  }

  static Map<String, Long> sizes(Object... namesAndSizes) {
    var sizes = new LinkedHashMap<String, Long>();
    for (int i = 0; i < namesAndSizes.length; i += 2) {
      sizes.put((String) namesAndSizes[i], ((Number) namesAndSizes[i + 1]).longValue());
    }
    return sizes;
  }

  static Configuration configuration(Object... namesAndValues) {
    var values = new LinkedHashMap<String, Value>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put((String) namesAndValues[i], Value.ofPlain(namesAndValues[i + 1]));
    }
    return new Configuration(values);
  }

  static Configuration moe(int blockN, int groupM) {
    return configuration(
        "BLOCK_SIZE_M", 16,
        "BLOCK_SIZE_N", blockN,
        "BLOCK_SIZE_K", 128,
        "GROUP_SIZE_M", groupM,
        "num_warps", 4,
        "num_stages", 3);
  }
}
