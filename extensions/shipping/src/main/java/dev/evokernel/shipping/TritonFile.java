package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.report.Macros;
import dev.evokernel.tuning.BadInputException;

/**
 * Configurations for {@code triton.autotune}, and a decorator that takes the measured one of a
 * known key without timing. The names of dimensions and of facts that are no words are those of the
 * kernel's arguments; Triton itself tells types apart.
 */
public final class TritonFile implements ResultFile {

  @Override
  public String name() {
    return "triton";
  }

  @Override
  public List<Written> written(AcceptedBuckets accepted) {
    Set<String> key = key(accepted.buckets().getFirst()).keySet();
    var configurations = new ArrayList<String>();
    var measured = new LinkedHashMap<String, Integer>();
    for (Bucket bucket : accepted.buckets()) {
      String configuration = configuration(bucket);
      if (!configurations.contains(configuration)) {
        configurations.add(configuration);
      }
      int position = configurations.indexOf(configuration);
      Integer before = measured.put(tuple(bucket), position);
      if (before != null && before != position) {
        throw new BadInputException(
            "Two shapes have the key %s = %s and different configurations: timed hot and cold, Triton cannot tell them apart.",
            key, tuple(bucket));
      }
    }
    String name = accepted.kernel().name().replaceAll("\\W", "_") + "_triton.py";
    String text =
        ShippedText.of(TritonFile.class, "triton.py.template")
            .formatted(
                accepted.with().sentence(),
                Evidence.name(name),
                key.stream().map(TritonFile::python).toList(),
                configurations.stream().map(each -> "    " + each + ",").collect(lines()),
                measured.entrySet().stream()
                    .map(entry -> "    %s: %d,".formatted(entry.getKey(), entry.getValue()))
                    .collect(lines()));
    return List.of(new Written(name, text, accepted.buckets()));
  }

  private String configuration(Bucket bucket) {
    return Macros.triton(bucket.configuration())
        .orElseThrow(
            () ->
                new BadInputException(
                    "--as triton needs the parameter num_warps or num_stages, which %s does not have for one function: it is no configuration of a Triton kernel with one launch.",
                    bucket.origin()));
  }

  private static SequencedMap<String, Object> key(Bucket bucket) {
    SequencedMap<String, Object> key = bucket.shape().plain();
    key.values().removeIf(String.class::isInstance);
    return key;
  }

  private static String tuple(Bucket bucket) {
    return key(bucket).values().stream()
        .map(TritonFile::python)
        .collect(Collectors.joining(", ", "(", ",)"));
  }

  private static String python(Object plain) {
    return switch (plain) {
      case Boolean truth -> truth ? "True" : "False";
      case String word -> '"' + word + '"';
      default -> plain.toString();
    };
  }

  private static Collector<CharSequence, ?, String> lines() {
    return Collectors.joining("\n");
  }
}
