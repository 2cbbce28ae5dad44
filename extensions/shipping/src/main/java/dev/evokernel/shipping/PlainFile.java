package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.report.Plain;
import org.jspecify.annotations.Nullable;

/** Plain JSON for any reader: {@code buckets.schema.json} describes it. */
public final class PlainFile implements ResultFile {

  static final int VERSION = 1;

  @Override
  public String name() {
    return "json";
  }

  @Override
  public List<Written> written(AcceptedBuckets accepted) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("format", "evo buckets");
    json.put("version", VERSION);
    json.put("kernel", accepted.kernel().name());
    json.put("backend", accepted.kernel().backend());
    json.put("device", accepted.with().device());
    json.put("source_hash", accepted.with().sourceHash());
    json.put(
        "buckets",
        accepted.buckets().stream()
            .map(
                bucket -> {
                  var object = new LinkedHashMap<String, Object>();
                  object.put("shape", bucket.shape().name());
                  object.put("dimensions", bucket.shape().plain());
                  object.put("configuration", Plain.of(bucket.configuration()));
                  return object;
                })
            .toList());
    return List.of(
        new Written(
            accepted.kernel().name() + "-buckets.json", ResultFile.json(json), accepted.buckets()));
  }
}
