package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.tuning.BadInputException;

/**
 * Lookup table of PyTorch's Inductor for {@code mm}: the configuration of the template {@code
 * triton::mm} for row-major A of M × K and B of K × N. The fact {@code dtype} is PyTorch's name of
 * the type.
 */
public final class InductorFile implements ResultFile {

  private static final Set<String> TYPES = Set.of("float16", "bfloat16", "float32");

  @Override
  public String name() {
    return "inductor";
  }

  @Override
  public List<Written> written(AcceptedBuckets accepted) {
    var table = new LinkedHashMap<String, Object>();
    for (Bucket bucket : accepted.buckets()) {
      bucket.require(List.of("BLOCK_M", "BLOCK_N", "BLOCK_K", "num_warps", "num_stages"), this);
      table.put(key(bucket, accepted), List.of(entry(bucket)));
    }
    return List.of(
        new Written(
            accepted.kernel().name() + "_inductor.json",
            ResultFile.json(table),
            accepted.buckets()));
  }

  private Map<String, Object> entry(Bucket bucket) {
    var entry = new LinkedHashMap<String, Object>();
    entry.put("template_id", "triton::mm");
    entry.put("GROUP_M", 8);
    entry.putAll(bucket.parameters());
    long block = ((Number) Objects.requireNonNull(entry.get("BLOCK_K"))).longValue();
    entry.putIfAbsent("EVEN_K", bucket.dimension("K", this) % block == 0);
    entry.putIfAbsent("ACC_TYPE", "tl.float32");
    entry.putIfAbsent("USE_FAST_ACCUM", false);
    return entry;
  }

  private String key(Bucket bucket, AcceptedBuckets accepted) {
    String type = bucket.fact("dtype").orElse("");
    if (!TYPES.contains(type)) {
      throw new BadInputException(
          "--as inductor needs the fact dtype of shape '%s', one of %s; it is '%s'. Declare it in kernel.yaml: facts: {dtype: [float16]}"
              .formatted(bucket.shape().name(), new TreeSet<>(TYPES), type));
    }
    long m = bucket.dimension("M", this);
    long n = bucket.dimension("N", this);
    long k = bucket.dimension("K", this);
    return "%s+((torch.%s, [%d, %d], [%d, 1]), (torch.%s, [%d, %d], [%d, 1]))+mm"
        .formatted(accepted.with().device(), type, m, k, k, type, k, n, n);
  }
}
