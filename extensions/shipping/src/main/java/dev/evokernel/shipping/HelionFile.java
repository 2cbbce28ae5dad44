package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.tuning.BadInputException;

/**
 * Files that {@code helion.Config.load} reads, one for each shape. Parameters {@code
 * block_sizes_0}, {@code block_sizes_1} … are the elements of the list {@code block_sizes}, and so
 * are those of other lists.
 */
public final class HelionFile implements ResultFile {

  private static final Pattern ELEMENT = Pattern.compile("(.+)_(\\d+)");

  /** Keys whose values are lists of numbers, words or truth values. */
  private static final Set<String> LISTS =
      Set.of(
          "block_sizes",
          "l2_groupings",
          "reduction_loops",
          "range_unroll_factors",
          "range_warp_specializes",
          "range_num_stages",
          "range_multi_buffers",
          "range_flattens",
          "static_ranges",
          "flatten_loops",
          "indexing",
          "load_eviction_policies");

  private static final Set<String> PLAIN =
      Set.of("num_warps", "num_stages", "pid_type", "indexing", "num_sm_multiplier", "maxnreg");

  @Override
  public String name() {
    return "helion";
  }

  @Override
  public List<Written> written(AcceptedBuckets accepted) {
    return accepted.buckets().stream()
        .map(
            bucket ->
                new Written(
                    "%s-%s.json"
                        .formatted(
                            accepted.kernel().name(),
                            bucket.shape().name().replaceAll("[^A-Za-z0-9._-]", "_")),
                    text(bucket),
                    List.of(bucket)))
        .toList();
  }

  private String text(Bucket bucket) {
    var json = new LinkedHashMap<String, Object>();
    var lists = new LinkedHashMap<String, SortedMap<Integer, Object>>();
    bucket
        .parameters()
        .forEach(
            (name, value) -> {
              Matcher element = ELEMENT.matcher(name);
              if (element.matches() && LISTS.contains(element.group(1))) {
                lists
                    .computeIfAbsent(element.group(1), _ -> new TreeMap<>())
                    .put(Integer.valueOf(element.group(2)), value);
              } else if (PLAIN.contains(name)) {
                json.put(name, value);
              } else {
                throw unknown(name, bucket);
              }
            });
    lists.forEach(
        (name, elements) -> {
          if (elements.lastKey() != elements.size() - 1) {
            throw new BadInputException(
                "--as helion: the parameters %s_… of %s have the positions %s; they must be 0, 1, 2 and so on."
                    .formatted(name, bucket.origin(), elements.keySet()));
          }
          json.put(name, List.copyOf(elements.values()));
        });
    return ResultFile.json(json);
  }

  private static BadInputException unknown(String name, Bucket bucket) {
    return new BadInputException(
        "--as helion: helion.Config has no key for the parameter %s of %s. It has %s; and lists, element by element, such as block_sizes_0: %s."
            .formatted(name, bucket.origin(), new TreeSet<>(PLAIN), new TreeSet<>(LISTS)));
  }
}
