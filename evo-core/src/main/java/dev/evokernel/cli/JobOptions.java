package dev.evokernel.cli;

import module java.base;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.SearchOptions.Goal;
import dev.evokernel.config.SeedingOptions;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.search.SearchSettings.Patience;
import dev.evokernel.store.Budget;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that override {@code evo.yaml}. */
public final class JobOptions {

  /** The job file that commands read unless another is named. */
  public static final Path USUAL = Path.of("evo.yaml");

  @Mixin private NamedKernel named = new NamedKernel();

  @Mixin private ShapesOption shapes = new ShapesOption();

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "auto, cpu, cuda, cuda:0, several as cuda:0,cuda:1, cuda:all, or replay:FILE for a"
              + " recording, which includes its kernel.")
  private @Nullable String device;

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Total time, for example 90s, 3m or 8h.")
  private @Nullable Duration wall;

  @Option(names = "--evaluations", paramLabel = "N", description = "Maximum number of evaluations.")
  private @Nullable Long evaluations;

  @Option(
      names = "--patience",
      paramLabel = "SHARE",
      converter = PatienceConverter.class,
      description =
          "End when the expected improvement over the best is below this share, for example 1%%, at"
              + " fifty proposals in a row; 'never' spends the whole budget.")
  private @Nullable Double patience;

  @Option(
      names = "--until",
      paramLabel = "decided",
      converter = UntilConverter.class,
      description =
          "End once the verdict is confirmed and the search expects less than 1 %% more: as"
              + " --patience 1%%.")
  private @Nullable Double until;

  @Option(names = "--seed", paramLabel = "N", description = "Random seed of all random choices.")
  private @Nullable Long seed;

  @Option(
      names = "--seeds-from",
      paramLabel = "FILE|RUN",
      split = ",",
      description =
          "Further sources of initial configurations and of what the model knows: a"
              + " micro_best.json, a recording (a cache file of Kernel Tuner or a T4 file), a file of"
              + " 'evo export', JSON of vLLM, SGLang, flash-linear-attention, Inductor or Helion, a"
              + " run, or one candidate, RUN/NUMBER.")
  private List<String> seedsFrom = List.of();

  @Option(names = "--configurations-from", paramLabel = "FILE", hidden = true)
  private @Nullable String configurationsFrom;

  @Option(
      names = "--for",
      paramLabel = "GOAL",
      description =
          "champion: one configuration for all shapes; portfolio: a few configurations, chosen by"
              + " shape.")
  private @Nullable String goal;

  @Option(names = "--results", paramLabel = "FOLDER", description = "Folder for the results.")
  private @Nullable Path results;

  @Mixin private VariantOption variants = new VariantOption();

  /** Reads {@code 1%} as a share, and {@code never} as 0. */
  static final class PatienceConverter implements ITypeConverter<Double> {

    @Override
    public Double convert(String text) {
      return text.strip().equals("never")
          ? Double.valueOf(0)
          : new PercentConverter().convert(text);
    }
  }

  static final class UntilConverter implements ITypeConverter<Double> {

    @Override
    public Double convert(String text) {
      if (!text.strip().equals("decided")) {
        throw new TypeConversionException(
            "'%s' is not 'decided'; for a limit in time write --wall %s".formatted(text, text));
      }
      return Patience.DECIDED.share();
    }
  }

  public Optional<Path> results() {
    return Optional.ofNullable(results);
  }

  /**
   * Rejects options that cannot change in a resumed run.
   *
   * @throws BadInputException if an option other than the budget is set
   */
  public void requireOnlyTheBudget() {
    requireAbsent("--kernel", named.folder());
    requireAbsent("--shapes", shapes.names().isEmpty() ? null : shapes);
    requireAbsent("--device", device);
    requireAbsent("--variant", variants.names().isEmpty() ? null : variants);
    requireAbsent("--seed", seed);
    requireAbsent("--for", goal);
    requireAbsent("--seeds-from", seedsFrom.isEmpty() ? null : seedsFrom);
  }

  private static void requireAbsent(String name, @Nullable Object value) {
    if (value != null) {
      throw new BadInputException(
          name
              + " cannot change in a resumed run, only the budget can. Remove it, or start a new"
              + " run without --resume.");
    }
  }

  /**
   * Reads a job and applies the options. Without a file and without {@code evo.yaml}, a kernel or a
   * recording on the command line gets a job's defaults.
   *
   * @param config null for {@code evo.yaml}
   * @throws BadInputException if neither a job nor a kernel is given
   */
  public Job job(@Nullable Path config) {
    boolean replays = device != null && device.startsWith(ReplayBackend.PREFIX);
    Path kernel = named.folder();
    return config != null || Files.exists(USUAL)
        ? applyTo(JobReader.read(config == null ? USUAL : config))
        : applyTo(defaults(replays && kernel == null ? Path.of("") : kernel)).described();
  }

  /**
   * Job with default settings and results in the working folder.
   *
   * @throws BadInputException if the kernel is null
   */
  public static Job defaults(@Nullable Path kernel) {
    if (kernel == null) {
      throw new BadInputException(
          "No evo.yaml in this folder and no kernel given. Name a kernel folder, for example"
              + " kernels/gemm.");
    }
    return JobReader.defaults(kernel.toAbsolutePath().normalize())
        .into(Path.of("results").toAbsolutePath());
  }

  public Job applyTo(Job job) {
    Job changed = job;
    Path kernel = named.folder();
    if (kernel != null) {
      changed = changed.onKernel(kernel.toAbsolutePath().normalize());
    }
    if (device != null) {
      changed =
          device.startsWith(ReplayBackend.PREFIX)
              ? changed.replaying(recording(device))
              : changed.onDevice(device);
    }
    if (!variants.names().isEmpty()) {
      changed = changed.choosing(variants.names());
    }
    if (!shapes.names().isEmpty()) {
      changed = changed.onShapes(shapes.names());
    }
    if (wall != null || evaluations != null) {
      changed = changed.within(budget(job.budget()));
    }
    if (seed != null) {
      changed = changed.searching(job.search().withSeed(seed));
    }
    if (goal != null) {
      changed = changed.searching(changed.search().with(goal(goal)));
    }
    if (patience != null || until != null) {
      double share = patience == null ? Objects.requireNonNull(until) : patience;
      int proposals = changed.search().patience().proposals();
      changed =
          changed.searching(
              changed.search().with(Bounds.valid(() -> new Patience(share, proposals))));
    }
    if (configurationsFrom != null) {
      throw new BadInputException(
          "'--configurations-from' is called '--seeds-from' since 0.2: --seeds-from "
              + configurationsFrom);
    }
    changed = changed.seededWith(seeding(changed.seeding(), seedsFrom));
    if (results != null) {
      changed = changed.into(results.toAbsolutePath().normalize());
    }
    return changed;
  }

  private static Goal goal(String label) {
    return Arrays.stream(Goal.values())
        .filter(goal -> goal.name().toLowerCase(Locale.ROOT).equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--for must be 'champion', 'portfolio' or 'auto', was '" + label + "'."));
  }

  /** Adds sources of initial configurations: existing files, otherwise names of runs. */
  public static SeedingOptions seeding(SeedingOptions given, List<String> seedsFrom) {
    SeedingOptions seeding = given;
    var unknown = new ArrayList<String>();
    for (String source : wholeFiles(seedsFrom)) {
      Path file = Path.of(source).toAbsolutePath().normalize();
      if (Files.isRegularFile(file)) {
        seeding = with(seeding, file);
        unknown.clear();
        continue;
      }
      unknown.add(source);
      if (source.matches(".*\\.(json|gz)")) {
        throw new BadInputException("--seeds-from: no file '" + String.join(",", unknown) + "'.");
      }
      seeding = seeding.withRun(source);
    }
    return seeding;
  }

  /**
   * Joins the parts of an option that was split at commas wherever their whole is an existing file:
   * names of files may have commas.
   */
  public static List<String> wholeFiles(List<String> parts) {
    var whole = new ArrayList<String>();
    for (int from = 0; from < parts.size(); ) {
      int to = parts.size();
      while (to > from + 1
          && !Files.isRegularFile(Path.of(String.join(",", parts.subList(from, to))))) {
        to--;
      }
      whole.add(String.join(",", parts.subList(from, to)));
      from = to;
    }
    return whole;
  }

  private static SeedingOptions with(SeedingOptions seeding, Path file) {
    return SeedFormat.read(file)
        .map(found -> seeding.withConfigurations(found, Launcher.shown(file).toString()))
        .orElseGet(() -> seeding.withFile(file));
  }

  private static Path recording(String device) {
    String file = device.substring(ReplayBackend.PREFIX.length());
    return Path.of(file).toAbsolutePath().normalize();
  }

  private Budget budget(Budget given) {
    return Bounds.valid(
        () ->
            new Budget(
                wall == null ? given.wall() : wall,
                evaluations == null ? given.evaluations() : evaluations));
  }
}
