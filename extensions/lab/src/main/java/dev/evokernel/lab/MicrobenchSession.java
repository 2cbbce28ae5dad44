package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Variant;
import dev.evokernel.report.CsvRenderer;
import dev.evokernel.report.JsonRenderer;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Budget;
import dev.evokernel.text.AtomicFile;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.Target;

/**
 * Ranking of a kernel's configurations by its miniature, with a validation of the ranking. The
 * files in {@code results/micro/KERNEL} are updated on the way.
 */
final class MicrobenchSession {

  /** Most configurations for {@code --all}: more would take longer than a night. */
  public static final int MOST = 1_000_000;

  /** Time between two writes of the files. */
  private static final long INTERVAL_NANOS = 2_000_000_000L;

  private static final InstantSource CLOCK = InstantSource.system();

  /**
   * Extent of a ranking.
   *
   * @param top how many of the best to keep; at least 1
   * @param samples how many configurations to try; empty for all
   * @param wall no further configuration is begun after this time
   * @param validate how many of the best to evaluate in full; 0 for none
   */
  public record Extent(int top, OptionalInt samples, Duration wall, int validate, long seed) {}

  private final Target target;
  private final Extent extent;
  private final RunSpec spec;
  private final String command;
  private final Consumer<String> news;
  private long written = System.nanoTime();

  /**
   * @throws BadInputException if the kernel has no miniature for the target's backend
   */
  public MicrobenchSession(Target target, Extent extent, String command, Consumer<String> news) {
    this.target = withMiniatures(target);
    this.extent = extent;
    this.spec = this.target.spec("micro/" + target.kernel().name(), extent.seed(), Budget.DEFAULT);
    this.command = command;
    this.news = news;
  }

  /** Keeps only the variants that have a miniature. */
  private static Target withMiniatures(Target target) {
    List<String> some =
        target.kernel().variants().chosen().stream()
            .filter(variant -> variant.kernel().miniature().isPresent())
            .map(Variant::name)
            .toList();
    Kernel kernel = some.isEmpty() ? target.kernel() : target.kernel().only(some);
    if (kernel.miniature().isEmpty()) {
      throw new BadInputException(missing(target));
    }
    return target.with(kernel);
  }

  public Path folder() {
    return spec.folder();
  }

  /**
   * Ranks and validates. An interrupt of the calling thread ends the ranking soon and keeps what
   * was timed.
   *
   * @throws BadInputException if no miniature ran
   */
  public MicroReport run(DeviceReservation reservation) throws InterruptedException {
    try (var _ = reservation.hold(target, "microbench", news)) {
      MicroReport report = ranked();
      boolean interrupted = report.ranking().end() == MicroRanking.End.INTERRUPTED;
      if (report.ranking().ranked().isEmpty() && !interrupted) {
        throw new BadInputException(
            MicroReport.failure(report.ranking())
                + "\nAll reasons are in "
                + Launcher.shown(log())
                + ".");
      }
      return interrupted || extent.validate() == 0 ? report : validated(report);
    }
  }

  private MicroReport ranked() throws InterruptedException {
    news.accept("starting the compilers");
    try (Microbench bench = Microbench.start(spec, System::nanoTime)) {
      SearchSpace space = bench.space();
      int wanted = wanted(space);
      news.accept(
          "trying %,d of %s valid configurations of %s"
              .formatted(Math.min(wanted, space.size()), space.count(), spec.kernel().name()));
      MicroReport begun = begun(bench, space);
      MicroRanking ranking =
          bench.rank(
              space,
              wanted,
              extent.wall(),
              soFar -> {
                if (isDue()) {
                  MicroRanking cutOff = soFar.get();
                  write(begun.with(cutOff, Optional.empty(), CLOCK.instant()));
                  news.accept("%,d of %,d tried".formatted(cutOff.samples().size(), wanted));
                }
              });
      MicroReport report = begun.with(ranking, Optional.empty(), CLOCK.instant());
      write(report);
      if (ranking.end() == MicroRanking.End.INTERRUPTED) {
        news.accept("stopped; the timings so far are in " + Launcher.shown(folder()));
      }
      return report;
    }
  }

  private MicroReport begun(Microbench bench, SearchSpace space) {
    return new MicroReport(
        spec.kernel(),
        spec.origin().sourceHash(),
        spec.shapes(),
        bench.identity(),
        bench.compilerVersion(),
        extent.seed(),
        spec.origin().evoVersion(),
        extent.top(),
        command,
        CLOCK.instant(),
        new MicroRanking(List.of(), space.count(), MicroRanking.End.INTERRUPTED),
        Optional.empty());
  }

  private MicroReport validated(MicroReport report) {
    try {
      MicroValidation validation =
          MicroValidation.hold(spec, report.ranking(), extent.validate(), news);
      MicroReport validated =
          report.with(report.ranking(), Optional.of(validation), CLOCK.instant());
      write(validated);
      return validated;
    } catch (InterruptedException e) {
      news.accept("stopped during validation; the ranking is kept");
      return report;
    }
  }

  private int wanted(SearchSpace space) {
    if (extent.samples().isPresent()) {
      return extent.samples().getAsInt();
    }
    if (space.size() > MOST || !space.isNumbered()) {
      throw new BadInputException(
          "--all would try %s configurations; the limit is one million. Use --samples N.",
          space.count());
    }
    return Math.toIntExact(space.size());
  }

  private static String missing(Target target) {
    String name = target.kernel().name();
    String example =
        target.backend().name().equals("cpu")
            ? "micro: {sources: [%s.c], entry: %s, shape: {…}}"
            : "micro: {sources: [micro.cu], entry: %s_micro, shape: {…}}";
    return "%s has no miniature for the backend '%s'. Add one to its section, for example %s, with a small size for each of %s; see docs/kernel.md#miniatures."
        .formatted(
            Launcher.shown(target.kernel().file()),
            target.backend().name(),
            example.formatted(name, name),
            target.kernel().shapes().getFirst().plain().keySet());
  }

  private Path log() {
    return folder().resolve("micro_log.csv");
  }

  private boolean isDue() {
    return System.nanoTime() - written > INTERVAL_NANOS;
  }

  /** Writes both files completely, even if an interrupt of this thread closes one of them. */
  private void write(MicroReport report) {
    boolean stopped = Thread.interrupted();
    try {
      writeBoth(report);
    } catch (EnvironmentException e) {
      if (!Thread.interrupted()) {
        throw e;
      }
      stopped = true;
      writeBoth(report);
    } finally {
      if (stopped) {
        Thread.currentThread().interrupt();
      }
    }
    written = System.nanoTime();
  }

  private void writeBoth(MicroReport report) {
    if (!report.ranking().samples().isEmpty()) {
      AtomicFile.write(log(), new CsvRenderer().render(report.log()));
    }
    if (!report.ranking().ranked().isEmpty()) { // An earlier ranking is better than an empty one.
      AtomicFile.write(
          folder().resolve("micro_best.json"), new JsonRenderer().render(report.best()));
    }
  }
}
