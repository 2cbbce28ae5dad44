package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.tuning.BadInputException;

/**
 * Tuned files of vLLM and SGLang: one for each pair of sizes, device and type, with a configuration
 * for each M.
 *
 * <p>The dimension M is the bucket. The facts or dimensions {@code dtype}, {@code block_n} and
 * {@code block_k} of a shape go into the file's name.
 */
abstract sealed class ServingFile implements ResultFile {

  private static final List<String> PARAMETERS =
      List.of(
          "BLOCK_SIZE_M",
          "BLOCK_SIZE_N",
          "BLOCK_SIZE_K",
          "GROUP_SIZE_M",
          "num_warps",
          "num_stages");

  private final String name;
  private final List<String> sizes;
  private final boolean blockwise;
  private final String comma;

  /**
   * @param sizes dimensions in the file's name
   * @param blockwise whether the name always has a type and a block shape
   * @param comma between the sides of a block in the file's name
   */
  private ServingFile(String name, List<String> sizes, boolean blockwise, String comma) {
    this.name = name;
    this.sizes = sizes;
    this.blockwise = blockwise;
    this.comma = comma;
  }

  public static final class VllmMoe extends ServingFile {
    public VllmMoe() {
      super("vllm-moe", List.of("E", "N"), false, ",");
    }
  }

  public static final class SglangMoe extends ServingFile {
    public SglangMoe() {
      super("sglang-moe", List.of("E", "N"), false, ", ");
    }
  }

  public static final class VllmBlockFp8 extends ServingFile {
    public VllmBlockFp8() {
      super("vllm-block-fp8", List.of("N", "K"), true, ",");
    }
  }

  public static final class SglangBlockFp8 extends ServingFile {
    public SglangBlockFp8() {
      super("sglang-block-fp8", List.of("N", "K"), true, ", ");
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Written> written(AcceptedBuckets accepted) {
    var files = new LinkedHashMap<String, SortedMap<Long, Bucket>>();
    for (Bucket bucket : accepted.buckets()) {
      bucket.require(PARAMETERS, this);
      String file = file(bucket, accepted);
      long m = bucket.dimension("M", this);
      Bucket before = files.computeIfAbsent(file, _ -> new TreeMap<>()).put(m, bucket);
      if (before != null) {
        throw new BadInputException(
            "Shapes '%s' and '%s' are both M=%d of %s, which has one configuration for each M. Run on shapes that differ in M.",
            before.shape().name(), bucket.shape().name(), m, file);
      }
    }
    return files.entrySet().stream()
        .map(
            entry -> new Written(entry.getKey(), text(entry.getValue()), buckets(entry.getValue())))
        .toList();
  }

  private static List<Bucket> buckets(SortedMap<Long, Bucket> byM) {
    return List.copyOf(byM.values());
  }

  private static String text(SortedMap<Long, Bucket> byM) {
    var json = new LinkedHashMap<String, Object>();
    byM.forEach((m, bucket) -> json.put(m.toString(), bucket.parameters()));
    return ResultFile.json(json);
  }

  private String file(Bucket bucket, AcceptedBuckets accepted) {
    String named =
        sizes.stream()
            .map(size -> size + "=" + bucket.dimension(size, this))
            .collect(Collectors.joining(","));
    Optional<String> type =
        bucket.fact("dtype").or(() -> blockwise ? Optional.of("fp8_w8a8") : Optional.empty());
    Optional<String> block =
        bucket
            .fact("block_n")
            .flatMap(n -> bucket.fact("block_k").map(k -> n + comma + k))
            .or(() -> blockwise ? Optional.of("128" + comma + "128") : Optional.empty());
    return "%s,device_name=%s%s%s.json"
        .formatted(
            named,
            device(accepted.with().deviceWord()),
            type.map(",dtype="::concat).orElse(""),
            block.map(",block_shape=[%s]"::formatted).orElse(""));
  }

  /** vLLM takes every device of the H200 family for one. */
  private String device(String model) {
    boolean family = Arrays.asList(model.split("_", -1)).contains("H200");
    return name.startsWith("vllm") && family ? "NVIDIA_H200" : model;
  }
}
