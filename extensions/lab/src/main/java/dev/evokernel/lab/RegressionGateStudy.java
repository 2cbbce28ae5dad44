package dev.evokernel.lab;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.comparison.SequentialComparison;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.read.KernelReader;
import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.report.RegressionGateReport.Finding;
import dev.evokernel.report.RegressionGateReport.Verdict;
import dev.evokernel.run.KernelSnapshot;
import dev.evokernel.stats.ComparisonRule;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.RegressionGate;
import dev.evokernel.tuning.RegressionGate.Challenger;
import dev.evokernel.tuning.Target;
import dev.evokernel.tuning.TemporaryFolder;

/**
 * Error rate of the regression gate: repeated gates on a kernel as it is, or with a source that was
 * slowed down.
 */
record RegressionGateStudy(
    Target target,
    ComparisonSettings settings,
    Challenger challenger,
    Consumer<String> news,
    RegressionGate gate) {

  private static final int CALIBRATIONS = 3;

  private static final double NEAR = 0.1;

  public record Trial(List<Finding> findings, Duration time) {

    public Trial {
      findings = List.copyOf(findings);
    }

    public Verdict verdict() {
      return findings.stream()
          .map(Finding::verdict)
          .max(Comparator.comparingInt(RegressionGateStudy::gravity))
          .orElseThrow();
    }

    /** Number of fresh device processes that the gate started. */
    public int processes() {
      return findings.stream()
          .flatMap(finding -> finding.measured().stream())
          .map(SequentialComparison.Comparison::pairs)
          .mapToInt(List::size)
          .max()
          .orElse(0);
    }
  }

  /**
   * Compared pairs.
   *
   * @param slowDown measured slowdown of the present source; empty if it is unchanged
   */
  private record Matches(List<InterleavedComparison> all, OptionalDouble slowDown) {}

  RegressionGateStudy(
      Target target, ComparisonSettings settings, Challenger challenger, Consumer<String> news) {
    this(target, settings, challenger, news, new RegressionGate(target, settings, challenger));
  }

  /**
   * Runs the gate many times. An interrupt of the calling thread ends it soon, with the trials so
   * far.
   *
   * @param slowed share by which the present source is slowed; empty to leave it unchanged
   * @throws BadInputException if the leaderboard has no entry, or the slowed source is refused
   */
  public RegressionGateTrialsReport hold(
      int repeats, OptionalDouble slowed, DeviceReservation reservation, String command)
      throws InterruptedException {
    List<RegressionGate.Pairing> pairings = gate.pairings(news);
    try (var _ = reservation.hold(target, "bench gate", news);
        TemporaryFolder temporary = TemporaryFolder.make()) {
      Matches matches =
          slowed.isEmpty()
              ? new Matches(matches(pairings, temporary.folder()), OptionalDouble.empty())
              : calibrated(pairings, slowed.getAsDouble(), temporary.folder());
      List<Trial> trials = hold(matches.all(), repeats);
      return new RegressionGateTrialsReport(
          target.subject(),
          "%d gates on %s, %s%s"
              .formatted(
                  trials.size(),
                  target.folder(),
                  challenger.name(),
                  matches.slowDown().isEmpty() ? "" : slower(matches.slowDown().getAsDouble())),
          matches.slowDown(),
          trials,
          command);
    }
  }

  private static String slower(double share) {
    return String.format(Locale.ROOT, ", its source slowed by %.2f %% (measured)", 100 * share);
  }

  private List<InterleavedComparison> matches(List<RegressionGate.Pairing> pairings, Path logs)
      throws InterruptedException {
    var matches = new ArrayList<InterleavedComparison>();
    for (RegressionGate.Pairing pairing : pairings) {
      matches.add(gate.compiled(pairing, pairing.other(), logs, _ -> {}));
    }
    return matches;
  }

  /** Slows the source, measures the slowdown, and corrects until it is near the requested share. */
  private Matches calibrated(List<RegressionGate.Pairing> pairings, double wanted, Path folder)
      throws InterruptedException {
    double share = wanted;
    for (int attempt = 1; ; attempt++) {
      Kernel slow = SlowedKernel.of(target.kernel(), share, folder.resolve("slowed-" + attempt));
      var matches = new ArrayList<InterleavedComparison>();
      double logs = 0;
      int shapes = 0;
      for (RegressionGate.Pairing pairing : pairings) {
        ComparedVariant other =
            new ComparedVariant(
                pairing.other().name() + ", slowed", slow, pairing.other().configuration());
        matches.add(gate.compiled(pairing, other, folder, _ -> {}));
        for (double ratio : slowDown(pairing, other, folder)) {
          logs += Math.log(ratio);
          shapes++;
        }
      }
      double measured = Math.exp(logs / shapes) - 1;
      news.accept(
          String.format(
              Locale.ROOT,
              "calibration: %.2f %% more work slows the kernel by %.2f %%",
              100 * share,
              100 * measured));
      boolean near = Math.abs(measured - wanted) <= NEAR * wanted;
      if (near || attempt == CALIBRATIONS || measured <= 0) {
        return new Matches(matches, OptionalDouble.of(measured));
      }
      share *= wanted / measured;
    }
  }

  /**
   * Time of the slowed source relative to the same configuration of the unchanged source, by shape.
   */
  private double[] slowDown(RegressionGate.Pairing pairing, ComparedVariant slow, Path logs)
      throws InterruptedException {
    InterleavedComparison interleaved =
        InterleavedComparison.of(
            settings.setup(target.on(pairing.shapes()), logs, news),
            List.of(pairing.other(), slow));
    var comparison =
        new SequentialComparison(
            interleaved,
            ComparisonRule.confirmed(settings.margin(), 1),
            2,
            new SplittableRandom(settings.seed()),
            _ -> {});
    return switch (comparison.settle(SequentialComparison.Question.RELATION)) {
      case SequentialComparison.Result.Compared(var shapes) ->
          shapes.values().stream()
              .mapToDouble(shape -> 1 / shape.contrast().p50().ratio())
              .toArray();
      case SequentialComparison.Result.Refused refused ->
          throw new BadInputException(
              "The slowed source was refused: " + refused.rejection().message());
    };
  }

  /**
   * Runs the gate {@code repeats} times, or until this thread is interrupted.
   *
   * @return completed trials, at least one
   * @throws InterruptedException if no trial completed
   */
  private List<Trial> hold(List<InterleavedComparison> matches, int repeats)
      throws InterruptedException {
    var random = new SplittableRandom(settings.seed());
    var trials = new ArrayList<Trial>();
    try {
      for (int i = 1; i <= repeats; i++) {
        Trial trial = hold(matches, random);
        trials.add(trial);
        news.accept("%d of %d: %s".formatted(i, repeats, trial.verdict().label()));
      }
    } catch (InterruptedException e) {
      if (trials.isEmpty()) {
        throw e;
      }
      news.accept("stopped after %d of %d".formatted(trials.size(), repeats));
    }
    return trials;
  }

  private Trial hold(List<InterleavedComparison> matches, SplittableRandom random)
      throws InterruptedException {
    long began = System.nanoTime();
    var findings = new ArrayList<Finding>();
    for (InterleavedComparison match : matches) {
      findings.addAll(gate.check(match, random.split(), _ -> {}));
    }
    return new Trial(findings, Duration.ofNanos(System.nanoTime() - began));
  }

  private static int gravity(Verdict verdict) {
    return switch (verdict) {
      case FINE -> 0;
      case UNDECIDED -> 1;
      case REGRESSION -> 2;
    };
  }

  /**
   * A copy of a kernel that takes longer: each thread of the entry point continues for a share of
   * the time it took. The source is changed, not the measured numbers.
   *
   * <p>A variable at the beginning of the entry point's body reads the clock, and reads it again on
   * every exit from the function: by a destructor in CUDA, by the {@code cleanup} attribute of gcc
   * and clang in C.
   */
  static final class SlowedKernel {

    private SlowedKernel() {}

    /**
     * Writes the copy.
     *
     * @param share of the time by which the copy is slower, for example 0.03
     * @throws EnvironmentException if no source defines the entry point in a recognised form
     */
    public static Kernel of(Kernel kernel, double share, Path place) {
      Kernel copy = KernelReader.read(KernelSnapshot.take(kernel, place), kernel.backend());
      String entries =
          copy.source().entries().stream()
              .map(entry -> entry.replaceFirst("<.*", "").strip())
              .collect(Collectors.joining("|"));
      Pattern definition =
          Pattern.compile("\\b(?:" + entries + ")\\s*\\((?:[^(){};]|\\([^()]*\\))*\\)\\s*\\{");
      boolean cuda = kernel.backend().equals("cuda");
      String preamble =
          ShippedText.of(SlowedKernel.class, cuda ? "slowed.cuda.h" : "slowed.cpu.h")
              .replace("SLOWED_SHARE", String.format(Locale.ROOT, "%.6f", share));
      String first =
          cuda
              ? " EvoSlowed evo_slowed_;"
              : " long long evo_began __attribute__((cleanup(evo_slowed))) = EVO_CLOCK();";
      boolean found = false;
      for (Path file : sources(copy)) {
        found |= slow(file, definition, preamble, first);
      }
      if (!found) {
        throw new EnvironmentException(
            "No source of kernel '%s' defines '%s(…) {', so the kernel cannot be slowed. Sources: %s."
                .formatted(kernel.name(), entries, copy.source().files()));
      }
      return KernelReader.read(copy.folder(), kernel.backend());
    }

    private static boolean slow(Path file, Pattern definition, String preamble, String first) {
      try {
        String text = Files.readString(file);
        Matcher matcher = definition.matcher(text);
        if (!matcher.find()) {
          return false;
        }
        Files.writeString(
            file,
            preamble
                + matcher.replaceAll(found -> Matcher.quoteReplacement(found.group() + first)));
        return true;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Translation units, and the files in the same folders that they may include. */
    private static List<Path> sources(Kernel copy) {
      Path folders = Objects.requireNonNull(copy.folder().getParent());
      try (Stream<Path> walk = Files.walk(folders)) {
        return walk.filter(Files::isRegularFile)
            .filter(file -> file.toString().matches(".*\\.(c|cc|cpp|cu|cuh|h|hpp)"))
            .filter(file -> !copy.reference().files().contains(file))
            .sorted()
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
