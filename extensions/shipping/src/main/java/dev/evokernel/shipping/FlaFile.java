package dev.evokernel.shipping;

import module java.base;

import org.jspecify.annotations.Nullable;

/** File of flash-linear-attention's config cache: one kernel's {@code default_config}. */
public final class FlaFile implements ResultFile {

  /** Options of a launch, with Triton's defaults; other parameters are the kernel's own. */
  private static final List<String> OPTIONS =
      List.of("num_warps", "num_stages", "num_ctas", "maxnreg");

  @Override
  public String name() {
    return "fla";
  }

  @Override
  public List<Written> written(AcceptedBuckets accepted) {
    Bucket bucket = only(accepted);
    bucket.require(List.of("num_warps", "num_stages"), this);
    SequencedMap<String, Object> parameters = bucket.parameters();
    var own = new LinkedHashMap<>(parameters);
    own.keySet().removeAll(OPTIONS);
    var config = new LinkedHashMap<String, @Nullable Object>();
    config.put("kwargs", own);
    config.put("num_warps", parameters.get("num_warps"));
    config.put("num_stages", parameters.get("num_stages"));
    config.put("num_ctas", parameters.getOrDefault("num_ctas", 1));
    config.put("maxnreg", parameters.get("maxnreg"));
    var json = new LinkedHashMap<String, @Nullable Object>();
    String kernel = accepted.kernel().name();
    json.put("kernel_name", kernel);
    json.put("triton_version", accepted.with().triton());
    json.put("default_config", config);
    return List.of(new Written(kernel + ".json", ResultFile.json(json), accepted.buckets()));
  }
}
