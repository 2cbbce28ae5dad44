package dev.evokernel.cli.options;

import dev.evokernel.config.Job;
import dev.evokernel.config.JobReader;
import dev.evokernel.config.JobText;
import dev.evokernel.config.SearchGoal;
import dev.evokernel.config.SeedingOptions;
import dev.evokernel.replay.ReplayBackend;
import dev.evokernel.search.Patience;
import dev.evokernel.spec.Budget;
import dev.evokernel.tuning.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the command line says differently from {@code evo.yaml}. */
public final class JobOptions {

  static final Path USUAL = Path.of("evo.yaml");

  @Mixin private NamedKernel named = new NamedKernel();

  @Mixin private ShapesOption shapes = new ShapesOption();

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "auto, cpu, cuda, cuda:0, several as cuda:0,cuda:1, cuda:all, or replay:FILE, a recording"
              + " that brings its kernel.")
  private @Nullable String device;

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Time in all, for example 90s, 3m or 8h.")
  private @Nullable Duration wall;

  @Option(names = "--evaluations", paramLabel = "N", description = "Evaluations at most.")
  private @Nullable Long evaluations;

  @Option(
      names = "--patience",
      paramLabel = "SHARE",
      converter = PatienceConverter.class,
      description =
          "End when the best of what is left is expected to improve on the best so far by less, for"
              + " example 1%%, at fifty proposals in a row; 'never' to spend the whole budget.")
  private @Nullable Double patience;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The random seed, from which every random choice comes.")
  private @Nullable Long seed;

  @Option(
      names = "--seeds-from",
      paramLabel = "FILE|RUN",
      split = ",",
      description =
          "Further initial configurations: those of a micro_best.json, a recording (a cache file of"
              + " Kernel Tuner or a T4 file), the best of a run, or one candidate, RUN/NUMBER.")
  private List<String> seedsFrom = List.of();

  @Option(
      names = "--for",
      paramLabel = "GOAL",
      description =
          "champion: one configuration for all shapes; portfolio: a few, and for each shape one of"
              + " them.")
  private @Nullable String goal;

  @Option(names = "--results", paramLabel = "FOLDER", description = "Where the results go.")
  private @Nullable Path results;

  @Mixin private VariantOption variants = new VariantOption();

  public Optional<Path> results() {
    return Optional.ofNullable(results);
  }

  /**
   * A run that goes on is still the same run.
   *
   * @throws BadInputException if anything is to change but the budget
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
              + " cannot change in a run that goes on, only its budget. Leave it out, or start a"
              + " new run without --resume.");
    }
  }

  /**
   * The job of a file, with everything replaced that was given. Where no file is named and there is
   * no {@code evo.yaml}, a kernel or a recording on the command line has a job's defaults.
   *
   * @param config null for {@code evo.yaml}
   * @throws BadInputException if there is no job at all
   */
  public Job job(@Nullable Path config) {
    boolean replays = device != null && device.startsWith(ReplayBackend.PREFIX);
    Path kernel = named.folder();
    return config != null || Files.exists(USUAL)
        ? applyTo(JobReader.read(config == null ? USUAL : config))
        : JobText.described(applyTo(defaults(replays && kernel == null ? Path.of("") : kernel)));
  }

  /**
   * A job's defaults, with its results in the working folder.
   *
   * @param kernel null where none was named
   * @throws BadInputException if none was named
   */
  static Job defaults(@Nullable Path kernel) {
    if (kernel == null) {
      throw new BadInputException(
          "There is no evo.yaml here, and no kernel was named. Name its folder, for example"
              + " kernels/gemm.");
    }
    return JobReader.defaults(kernel.toAbsolutePath().normalize())
        .into(Path.of("results").toAbsolutePath());
  }

  /** The job with everything replaced that was given. */
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
      changed = changed.searching(changed.search().with(changed.search().goal().of(kind(goal))));
    }
    if (patience != null) {
      double share = patience;
      int proposals = changed.search().patience().proposals();
      changed =
          changed.searching(
              changed.search().with(Bounds.valid(() -> new Patience(share, proposals))));
    }
    changed = changed.seededWith(seeding(changed.seeding(), seedsFrom));
    if (results != null) {
      changed = changed.into(results.toAbsolutePath().normalize());
    }
    return changed;
  }

  private static SearchGoal.Kind kind(String label) {
    return Arrays.stream(SearchGoal.Kind.values())
        .filter(kind -> kind.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInputException(
                    "--for must be 'champion', 'portfolio' or 'auto', was '" + label + "'."));
  }

  /** What is a file is read as one; anything else names a run. */
  public static SeedingOptions seeding(SeedingOptions given, List<String> seedsFrom) {
    SeedingOptions seeding = given;
    for (String source : seedsFrom) {
      Path file = Path.of(source).toAbsolutePath().normalize();
      if (!Files.isRegularFile(file) && source.matches(".*\\.(json|gz)")) {
        throw new BadInputException("--seeds-from: there is no file '" + source + "'.");
      }
      seeding = Files.isRegularFile(file) ? seeding.withFile(file) : seeding.withRun(source);
    }
    return seeding;
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
