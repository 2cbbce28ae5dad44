package dev.evokernel.cli;

import static dev.evokernel.cli.News.say;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.config.Durations;
import dev.evokernel.config.SearchOptions;
import dev.evokernel.kernel.KernelSources;
import dev.evokernel.measure.SamplingSettings;
import dev.evokernel.microbench.MicroRanking;
import dev.evokernel.microbench.MicroValidation;
import dev.evokernel.microbench.Microbench;
import dev.evokernel.report.AtomicFile;
import dev.evokernel.report.study.MicroBest;
import dev.evokernel.report.study.MicroFacts;
import dev.evokernel.report.study.MicroLog;
import dev.evokernel.report.study.MicroReport;
import dev.evokernel.run.GitCheckout;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.Acceptance;
import dev.evokernel.spec.Budget;
import dev.evokernel.spec.DriftSettings;
import dev.evokernel.spec.EvaluationSpec;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.Origin;
import dev.evokernel.spec.Problem;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.SearchSpec;
import dev.evokernel.spec.VerificationSettings;
import dev.evokernel.stats.Objective;
import dev.evokernel.workers.WorkerLayout;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evo microbench}. */
@Command(
    name = "microbench",
    mixinStandardHelpOptions = true,
    description =
        "Ranks configurations by the kernel's miniature, cheaply, and says whether the ranking is"
            + " any good.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:there is a ranking",
      "2:bad input, no miniature ran, or the machine lacks something",
      "130:interrupted (143 by SIGTERM); what was timed is kept"
    })
final class MicrobenchCommand implements Callable<Integer> {

  private static final InstantSource CLOCK = InstantSource.system();

  /** Repetitions of a miniature. */
  private static final int REPETITIONS = 9;

  /** More cannot be listed, and take more than a night. */
  private static final int MOST = 1_000_000;

  /** Between two writings of the files. */
  private static final long WRITING_NANOS = 2_000_000_000L;

  @Mixin private KernelOptions kernel = new KernelOptions();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "8",
      description = "How many of the ranking are kept as the best (default: ${DEFAULT-VALUE}).")
  private int top = 8;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "Configurations that are tried (default: 500).")
  private @Nullable Integer samples;

  @Option(names = "--all", description = "Tries every valid configuration.")
  private boolean all;

  @Option(
      names = "--wall",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = JobOptions.WallTime.class,
      description =
          "Begins no further configuration after it (default: ${DEFAULT-VALUE}). Validation comes"
              + " on top.")
  private Duration wall = Duration.ofMinutes(5);

  @Option(
      names = "--validate",
      paramLabel = "N",
      defaultValue = "24",
      description =
          "Evaluates N of the ranking in full, from the first to the last, and says how far the"
              + " ranking is right; 0 for none (default: ${DEFAULT-VALUE}).")
  private int validate = 24;

  @Mixin private SeedOption seed = new SeedOption();

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      defaultValue = "results",
      description = "Where the files go, below micro/KERNEL (default: ${DEFAULT-VALUE}).")
  private Path results = Path.of("results");

  @Mixin private DeviceOptions deviceOptions = new DeviceOptions();
  @Spec private CommandSpec spec = CommandSpec.create();

  private long written = System.nanoTime();

  @Override
  public Integer call() throws InterruptedException {
    check();
    Target target = kernel.target(results);
    if (target.kernel().miniature().isEmpty()) {
      throw new BadInputException(missing(target));
    }
    RunSpec plan = plan(target);
    Thread worker = Thread.currentThread();
    try (var _ =
            deviceOptions.hold(
                target.devices(),
                () -> "microbench of " + plan.kernel().name(),
                CLOCK.instant(),
                results,
                news -> say(err(), news));
        var _ = new Interruption(worker::interrupt)) {
      MicroFacts facts = ranked(plan);
      if (facts.ranking().ranked().isEmpty()
          && facts.ranking().end() != MicroRanking.End.INTERRUPTED) {
        throw new BadInputException(
            MicroReport.failure(facts.ranking())
                + "\nEvery reason is in "
                + RunCommand.shown(plan.folder().resolve("micro_log.csv"))
                + ".");
      }
      boolean whole = facts.ranking().end() != MicroRanking.End.INTERRUPTED;
      MicroFacts validated = whole && validate > 0 ? validated(plan, facts) : facts;
      out().print(new MicroReport(validated).text());
      out().println();
      out().println("Files:  " + RunCommand.shown(plan.folder()));
      out().flush();
      return whole ? 0 : 130;
    }
  }

  private MicroFacts ranked(RunSpec plan) throws InterruptedException {
    say(err(), "starting the compilers");
    try (Microbench bench = Microbench.start(plan, System::nanoTime)) {
      SearchSpace space = bench.space();
      int wanted = wanted(space);
      say(
          err(),
          "trying %,d of %s valid configurations of %s"
              .formatted(Math.min(wanted, space.size()), space.count(), plan.kernel().name()));
      var begun =
          new MicroFacts(
              new MicroFacts.RankedKernel(plan.kernel(), plan.origin().sourceHash(), plan.shapes()),
              new MicroFacts.MicroSetup(
                  bench.identity(),
                  bench.compilerVersion(),
                  seed.seed(),
                  plan.origin().evoVersion()),
              top,
              command(plan),
              CLOCK.instant(),
              new MicroRanking(List.of(), space.count(), MicroRanking.End.INTERRUPTED),
              Optional.empty());
      var extent = new Microbench.Extent(wanted, wall, REPETITIONS);
      MicroRanking ranking =
          bench.rank(
              space,
              extent,
              soFar -> {
                if (System.nanoTime() - written > WRITING_NANOS) {
                  MicroRanking cutOff = soFar.get();
                  write(plan, begun.with(cutOff, CLOCK.instant()));
                  say(err(), "%,d of %,d tried".formatted(cutOff.samples().size(), wanted));
                }
              });
      MicroFacts facts = begun.with(ranking, CLOCK.instant());
      write(plan, facts);
      if (ranking.end() == MicroRanking.End.INTERRUPTED) {
        say(err(), "stopped; what was timed is kept in " + RunCommand.shown(plan.folder()));
      }
      return facts;
    }
  }

  private MicroFacts validated(RunSpec plan, MicroFacts facts) {
    try {
      MicroFacts validated =
          facts.with(
              MicroValidation.hold(plan, facts.ranking(), validate, news -> say(err(), news)),
              CLOCK.instant());
      write(plan, validated);
      return validated;
    } catch (InterruptedException e) {
      say(err(), "stopped before the ranking was validated; the ranking is kept");
      return facts;
    }
  }

  private int wanted(SearchSpace space) {
    if (all && (space.size() > MOST || !space.isNumbered())) {
      throw new BadInputException(
          "--all would try %s configurations, and a million are the most. Take --samples N."
              .formatted(space.count()));
    }
    return all ? Math.toIntExact(space.size()) : Optional.ofNullable(samples).orElse(500);
  }

  private void check() {
    if (all && samples != null) {
      throw new BadInputException("--all and --samples exclude each other. Leave one out.");
    }
    if (samples != null && (samples < 1 || samples > MOST)) {
      throw new BadInputException("--samples is from 1 to 1,000,000, not " + samples + ".");
    }
    if (top < 1) {
      throw new BadInputException("--top is at least 1, not " + top + ".");
    }
    if (validate < 0) {
      throw new BadInputException("--validate is at least 0, not " + validate + ".");
    }
    if (!wall.isPositive()) {
      throw new BadInputException("--wall needs time, not " + Durations.text(wall) + ".");
    }
  }

  private static String missing(Target target) {
    String backend = target.devices().backend().name();
    String example =
        backend.equals("cpu")
            ? "micro: {sources: [%s.c], entry: %s, shape: {…}}"
            : "micro: {sources: [micro.cu], entry: %s_micro, shape: {…}}";
    return "%s has no miniature for the backend '%s'. Write one into its section, for example %s, with a small size for each of %s; docs/kernel.md#miniatures says how."
        .formatted(
            RunCommand.shown(target.kernel().file()),
            backend,
            example.formatted(target.kernel().name(), target.kernel().name()),
            target.kernel().shapes().getFirst().dimensions().keySet());
  }

  private RunSpec plan(Target target) {
    var search =
        new SearchOptions(
            SearchOptions.DEFAULT.population(), seed.seed(), SearchOptions.DEFAULT.inFlight());
    return new RunSpec(
        "micro/" + target.kernel().name(),
        new Problem(target.kernel(), target.shapes(), Objective.DEFAULT),
        new Hardware(target.devices().backend(), target.devices().device()),
        new SearchSpec(
            search.settings(
                WorkerLayout.of(target.devices().backend()).inFlight(search.population())),
            Budget.DEFAULT),
        new EvaluationSpec(
            VerificationSettings.DEFAULT,
            SamplingSettings.DEFAULT,
            DriftSettings.OFF,
            target.timeouts()),
        Acceptance.DEFAULT,
        new Origin(
            kernel.kernel(),
            KernelSources.of(target.kernel()).hash(),
            results,
            "",
            GitCheckout.commit(kernel.kernel().toAbsolutePath()),
            Version.text()));
  }

  private String command(RunSpec plan) {
    return "./evo microbench %s --top %d %s --wall %s --validate %d --seed %d --results %s"
        .formatted(
            kernel.words(plan.device().id()),
            top,
            all ? "--all" : "--samples " + Optional.ofNullable(samples).orElse(500),
            Durations.text(wall),
            validate,
            seed.seed(),
            RunCommand.shown(results));
  }

  /** Whole, even if somebody stops the command meanwhile, which closes what is being written. */
  private void write(RunSpec plan, MicroFacts facts) {
    boolean stopped = Thread.interrupted();
    try {
      writeBoth(plan, facts);
    } catch (EnvironmentException e) {
      if (!Thread.interrupted()) {
        throw e;
      }
      stopped = true;
      writeBoth(plan, facts);
    } finally {
      if (stopped) {
        Thread.currentThread().interrupt();
      }
    }
    written = System.nanoTime();
  }

  private static void writeBoth(RunSpec plan, MicroFacts facts) {
    if (!facts.ranking().samples().isEmpty()) {
      AtomicFile.write(plan.folder().resolve("micro_log.csv"), new MicroLog(facts).csv());
    }
    if (!facts.ranking().ranked().isEmpty()) { // an earlier ranking is better than none
      AtomicFile.write(plan.folder().resolve("micro_best.json"), new MicroBest(facts).json());
    }
  }

  private PrintWriter err() {
    return spec.commandLine().getErr();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
