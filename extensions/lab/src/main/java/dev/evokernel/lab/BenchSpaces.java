package dev.evokernel.lab;

import module java.base;

import dev.evokernel.cli.Bounds;
import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.store.JsonProblem;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Recorded spaces of a bench, and the scores and traces to compare with. */
final class BenchSpaces {

  @Parameters(
      paramLabel = "SPACES",
      arity = "0..*",
      description =
          "Recordings (.json or .json.gz, cache files of Kernel Tuner or T4 files). With"
              + " --spaces-file: names in it (default: all).")
  private List<String> spaces = new ArrayList<>();

  @Option(
      names = "--spaces-file",
      paramLabel = "FILE",
      description =
          "A JSON list of recordings with their names and tags:"
              + " {\"gemm/A100\": {\"path\": \"gemm-A100.json.gz\", \"tags\": [\"kernel:gemm\"]}}.")
  private @Nullable Path spacesFile;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Concurrent runs; the results do not depend on it (default: number of cores).")
  private @Nullable Integer threads;

  @Option(
      names = "--compare",
      paramLabel = "DIR",
      description = "Prints the differences from other traces, <strategy>/<space>/<run>.jsonl.")
  private @Nullable Path compare;

  @Option(
      names = "--peers",
      paramLabel = "FILE",
      description = "JSON file with scores of other tuners by space, strategy and column.")
  private @Nullable Path peers;

  Cores cores() {
    return Bounds.valid(
        () -> new Cores(threads == null ? Runtime.getRuntime().availableProcessors() : threads));
  }

  List<RecordedSpace> load() throws InterruptedException {
    SpaceList list = list();
    var names = new HashSet<String>();
    for (SpaceList.Entry entry : list.entries()) {
      if (!names.add(entry.name())) {
        throw new BadInputException(
            "Two recordings are named '%s'. Give them different names with --spaces-file.",
            entry.name());
      }
    }
    return list.load(cores());
  }

  private SpaceList list() {
    if (spacesFile == null) {
      if (spaces.isEmpty()) {
        throw new BadInputException(
            "No recorded space was given. Name recordings, or a list of them with --spaces-file.");
      }
      return SpaceList.ofFiles(spaces.stream().map(Path::of).toList());
    }
    SpaceList all = SpaceList.read(spacesFile);
    return Bounds.valid(() -> all.only(spaces));
  }

  /**
   * Scores and traces of other searches.
   *
   * @param where origin of the traces, for the tables
   */
  record Others(Peers peers, SequencedMap<String, Map<String, List<Trace>>> traces, String where) {

    ScoreTables beside(
        Tournament ours,
        Optional<LongRuns> longRuns,
        Map<String, List<RepeatedRuns.ProposalCost>> efforts) {
      var theirs = Tournament.of(ours.spaces(), traces, ours.scorings());
      return new ScoreTables(ours, ours.against(theirs, where), longRuns, efforts, peers);
    }
  }

  /** Reads the files before a search begins, so that a wrong path costs no time. */
  Others others(List<RecordedSpace> loaded) {
    Peers others = peers == null ? Peers.NONE : Peers.read(peers);
    return compare == null
        ? new Others(others, new LinkedHashMap<>(), "")
        : new Others(others, read(compare, loaded), compare.toString());
  }

  /**
   * Reads the runs of every strategy on the spaces.
   *
   * @throws BadInputException if there are none
   */
  static SequencedMap<String, Map<String, List<Trace>>> read(
      Path folder, List<RecordedSpace> spaces) {
    var files = new Trace.TraceFiles(folder);
    var traces = new LinkedHashMap<String, Map<String, List<Trace>>>();
    for (String strategy : files.strategies(spaces)) {
      var bySpace = new HashMap<String, List<Trace>>();
      for (RecordedSpace space : spaces) {
        bySpace.put(space.name(), new ArrayList<>(files.read(strategy, space)));
      }
      traces.put(strategy, bySpace);
    }
    if (traces.isEmpty()) {
      throw new BadInputException(
          "%s has no traces of %s. Expected: <strategy>/<space>/<run>.jsonl.",
          folder, spaces.stream().map(RecordedSpace::name).toList());
    }
    return traces;
  }

  /**
   * Scores of other tuners, read from a file.
   *
   * @param bySpace space → strategy → column → score
   */
  record Peers(Map<String, Map<String, Map<String, Double>>> bySpace) {

    public static final Peers NONE = new Peers(Map.of());

    private static final JsonMapper JSON = JsonMapper.builder().build();

    public record Best(String strategy, double score) {}

    public Peers {
      bySpace = Map.copyOf(bySpace);
    }

    /**
     * Reads {@code {"spaces": {"<space>": {"<strategy>": {"seconds_mc": 0.5, "evals": 0.4}}}}}.
     *
     * @throws InvalidFileException if the file is missing or invalid
     */
    public static Peers read(Path file) {
      try {
        if (JSON.readValue(Files.readString(file), ObjectNode.class).get("spaces")
            instanceof ObjectNode spaces) {
          var bySpace = new LinkedHashMap<String, Map<String, Map<String, Double>>>();
          spaces.forEachEntry((name, strategies) -> bySpace.put(name, strategies(strategies)));
          return new Peers(bySpace);
        }
        throw problem(file, "'spaces' is missing");
      } catch (IOException e) {
        throw problem(file, "cannot be read: " + e.getMessage());
      } catch (JacksonException e) {
        throw problem(file, "not a JSON object: " + JsonProblem.of(e));
      }
    }

    /**
     * Returns the strategy with the best mean over the spaces, among those with a score on each
     * space.
     *
     * @param column {@code seconds_mc} or {@code evals}
     */
    public Optional<Best> best(List<String> spaces, String column) {
      Map<String, Map<String, Double>> first = bySpace.getOrDefault(spaces.getFirst(), Map.of());
      return first.keySet().stream()
          .flatMap(
              strategy -> {
                OptionalDouble mean = mean(strategy, spaces, column);
                return mean.stream().mapToObj(score -> new Best(strategy, score));
              })
          .max(Comparator.comparingDouble(Best::score));
    }

    private OptionalDouble mean(String strategy, List<String> spaces, String column) {
      List<Double> scores =
          spaces.stream()
              .map(space -> bySpace.getOrDefault(space, Map.of()).getOrDefault(strategy, Map.of()))
              .filter(columns -> columns.containsKey(column))
              .map(columns -> columns.getOrDefault(column, 0.0))
              .toList();
      return scores.size() < spaces.size()
          ? OptionalDouble.empty()
          : scores.stream().mapToDouble(score -> score).average();
    }

    private static Map<String, Map<String, Double>> strategies(JsonNode plain) {
      var strategies = new TreeMap<String, Map<String, Double>>();
      plain.forEachEntry(
          (strategy, columns) -> {
            var scores = new TreeMap<String, Double>();
            columns.forEachEntry(
                (column, value) ->
                    value.doubleValueOpt().ifPresent(score -> scores.put(column, score)));
            strategies.put(strategy, scores);
          });
      return strategies;
    }

    private static InvalidFileException problem(Path file, String message) {
      return new InvalidFileException(
          List.of(
              FileProblem.ofFile(
                  file,
                  message,
                  "Expected: {\"spaces\": {\"name\": {\"strategy\": {\"seconds_mc\": 0.5}}}}.")));
    }
  }
}
