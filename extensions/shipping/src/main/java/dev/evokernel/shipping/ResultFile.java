package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.cli.ResultFormat;
import dev.evokernel.report.Data;
import dev.evokernel.report.Document;
import dev.evokernel.report.JsonRenderer;
import dev.evokernel.report.Plain;
import dev.evokernel.store.RunHistory;
import dev.evokernel.text.AtomicFile.Content;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;

/** Format of a program's own file: {@code evo export RUN --as NAME}. */
interface ResultFile extends ResultFormat {

  /** A file and the buckets in it. */
  record Written(String name, String text, List<Bucket> buckets) {
    public Written {
      buckets = List.copyOf(buckets);
    }
  }

  /**
   * Writes the files.
   *
   * @throws BadInputException if the kernel's names are not those of the format
   */
  List<Written> written(AcceptedBuckets accepted);

  @Override
  default Map<String, Content> files(RunHistory history) {
    return files(AcceptedBuckets.of(history));
  }

  /** The files and the evidence beside each, by name. */
  default Map<String, Content> files(AcceptedBuckets accepted) {
    var files = new LinkedHashMap<String, Content>();
    for (Written file : written(accepted)) {
      files.put(file.name(), out -> out.write(file.text()));
      files.put(
          Evidence.name(file.name()), out -> out.write(Evidence.text(accepted, name(), file)));
    }
    return files;
  }

  static String json(Map<String, ? extends @Nullable Object> fields) {
    return new JsonRenderer().render(Document.of(Data.Fields.of(fields)));
  }

  /**
   * The configuration of every bucket.
   *
   * @throws BadInputException if there are several
   */
  default Bucket only(AcceptedBuckets accepted) {
    Bucket first = accepted.buckets().getFirst();
    for (Bucket bucket : accepted.buckets()) {
      if (!bucket.configuration().equals(first.configuration())) {
        throw new BadInputException(
            "--as %s holds one configuration, and %s chose several by shape. Search for one: search: {for: champion} in evo.yaml.",
            name(), accepted.with().run());
      }
    }
    return first;
  }

  /** Plain JSON for any reader: {@code buckets.schema.json} describes it. */
  final class PlainFile implements ResultFile {

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
          new Data.Columns<Bucket>()
              .add("shape", bucket -> bucket.shape().name())
              .add("dimensions", bucket -> bucket.shape().plain())
              .add("configuration", bucket -> Plain.of(bucket.configuration()))
              .objects(accepted.buckets()));
      return List.of(
          new Written(
              accepted.kernel().name() + "-buckets.json",
              ResultFile.json(json),
              accepted.buckets()));
    }
  }

  /** File of flash-linear-attention's config cache: one kernel's {@code default_config}. */
  final class FlaFile implements ResultFile {

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

  /**
   * Lookup table of PyTorch's Inductor for {@code mm}: the configuration of the template {@code
   * triton::mm} for row-major A of M × K and B of K × N. The fact {@code dtype} is PyTorch's name
   * of the type.
   */
  final class InductorFile implements ResultFile {

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
            "--as inductor needs the fact dtype of shape '%s', one of %s; it is '%s'. Declare it in kernel.yaml: facts: {dtype: [float16]}",
            bucket.shape().name(), new TreeSet<>(TYPES), type);
      }
      long m = bucket.dimension("M", this);
      long n = bucket.dimension("N", this);
      long k = bucket.dimension("K", this);
      return "%s+((torch.%s, [%d, %d], [%d, 1]), (torch.%s, [%d, %d], [%d, 1]))+mm"
          .formatted(accepted.with().device(), type, m, k, k, type, k, n, n);
    }
  }

  /** Command lines of {@code cutlass_profiler}, one for each shape. */
  final class CutlassFile implements ResultFile {

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
                      "--as cutlass: cutlass_profiler has no argument for the parameter %s of %s. It has %s.",
                      name, bucket.origin(), new TreeSet<>(ARGUMENTS));
                }
                words.add("--%s=%s".formatted(argument, value));
              });
      return String.join(" ", words);
    }
  }

  /**
   * Files that {@code helion.Config.load} reads, one for each shape. Parameters {@code
   * block_sizes_0}, {@code block_sizes_1} … are the elements of the list {@code block_sizes}, and
   * so are those of other lists.
   */
  final class HelionFile implements ResultFile {

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
                  "--as helion: the parameters %s_… of %s have the positions %s; they must be 0, 1, 2 and so on.",
                  name, bucket.origin(), elements.keySet());
            }
            json.put(name, List.copyOf(elements.values()));
          });
      return ResultFile.json(json);
    }

    private static BadInputException unknown(String name, Bucket bucket) {
      return new BadInputException(
          "--as helion: helion.Config has no key for the parameter %s of %s. It has %s; and lists, element by element, such as block_sizes_0: %s.",
          name, bucket.origin(), new TreeSet<>(PLAIN), new TreeSet<>(LISTS));
    }
  }
}
