package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.DrawnFrom;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeRanges;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.report.PortfolioReport;
import dev.evokernel.seeding.ProblemDistance;
import dev.evokernel.shipping.ShapeTimes.DrawnShape;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import dev.evokernel.tuning.BadInputException;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.DeviceReservation;
import dev.evokernel.tuning.RegressionGate;
import dev.evokernel.tuning.Target;
import dev.evokernel.tuning.TemporaryFolder;

/**
 * The dispatch rule of a run's portfolio: its configurations are measured on drawn shapes, the rule
 * is learnt from the declared ones and some of these, and what it loses is seen on the others.
 *
 * <p>What was measured stands in the run's folder after every few shapes. The same request draws
 * the same shapes, so that one that was interrupted goes on where it was.
 *
 * @param training how many shapes are drawn for the rule to learn from, besides the declared ones
 * @param unseen how many are drawn that it is then measured on
 * @param ranges in place of those of {@code kernel.yaml}, as text by dimension or fact
 * @param wall no further shapes are begun after that
 */
record DispatchStudy(
    RunHistory history,
    Path results,
    int training,
    int unseen,
    Map<String, String> ranges,
    Duration wall,
    long seed,
    DeviceReservation reservation) {

  /** No declared shape's name has a colon. */
  private static final String TRAINING = "training:";

  private static final String UNSEEN = "unseen:";

  public DispatchStudy {
    ranges = Collections.unmodifiableMap(new LinkedHashMap<>(ranges));
    if (training < 0 || unseen < 1) {
      throw new BadInputException(
          "--training must be ≥ 0 and --shapes ≥ 1, was %d and %d.", training, unseen);
    }
  }

  /**
   * Measures, learns, and keeps both in the run's folder.
   *
   * @return empty where the run's result is one configuration for all shapes
   * @throws BadInputException if the ranges contain no shape that can be measured, or the device is
   *     not the run's
   */
  public Optional<DispatchReport> measure(String command, Consumer<String> news)
      throws InterruptedException {
    if (Dispatch.candidates(history).isEmpty()) {
      if (PortfolioReport.resultOf(history).isPresent()) {
        throw new BadInputException(
            "The default of the run %s depends on the shape and serves one of them, and a rule cannot choose it for other shapes. Run longer, so that a candidate serves it, or give kernel.yaml one default.",
            history.run().id());
      }
      return Optional.empty();
    }
    Kernel kernel = kernel();
    ShapeRanges ranges = ranges(kernel);
    if (ranges.isEmpty()) {
      return Dispatch.of(history, kernel, folder())
          .map(dispatch -> report(dispatch, List.of(), 0, kernel, command));
    }
    Target target = target(kernel);
    try (var _ = reservation.hold(target, "dispatch", news);
        TemporaryFolder temporary = TemporaryFolder.make()) {
      return Optional.of(measured(target, ranges, temporary.folder(), command, news));
    }
  }

  private ShapeRanges ranges(Kernel kernel) {
    ShapeRanges all = kernel.ranges();
    Shape model = kernel.shapes().getFirst();
    for (Map.Entry<String, String> one : ranges.entrySet()) {
      if (!model.plain().containsKey(one.getKey())) {
        throw new BadInputException(
            "--range %s=%s: shapes of '%s' have no dimension and no fact '%s'. %s",
            one.getKey(),
            one.getValue(),
            kernel.name(),
            one.getKey(),
            Spelling.advice(one.getKey(), List.copyOf(model.plain().keySet())));
      }
      all = all.with(one.getKey(), range(one, model.dimensions().containsKey(one.getKey())));
    }
    return all;
  }

  private static DrawnFrom range(Map.Entry<String, String> one, boolean isDimension) {
    String advice =
        "For example --range S=64..8192, --range 'S=64..8192 step 64', --range D=64,128";
    try {
      Optional<DrawnFrom> interval =
          isDimension ? DrawnFrom.interval(one.getValue()) : Optional.empty();
      return interval.orElseGet(
          () ->
              new DrawnFrom.Listed(
                  Arrays.stream(one.getValue().split(",", -1))
                      .map(String::strip)
                      .map(text -> value(text, isDimension))
                      .toList()));
    } catch (NumberFormatException e) {
      throw new BadInputException(
          "--range %s=%s is neither a range nor a list of integers. %s",
          one.getKey(), one.getValue(), advice);
    } catch (IllegalArgumentException e) {
      throw new BadInputException(
          "--range %s: %s. %s", one.getKey(), String.valueOf(e.getMessage()), advice);
    }
  }

  private static Value value(String text, boolean isDimension) {
    if (isDimension) {
      return Value.of(Long.parseLong(text));
    }
    return text.equals("true") || text.equals("false")
        ? Value.of(Boolean.parseBoolean(text))
        : Value.of(text);
  }

  private Path folder() {
    return results.resolve(history.run().id());
  }

  private Kernel kernel() {
    return KernelFile.at(
            RegressionGate.snapshot(results, history.run().id(), history.run().subject().kernel()))
        .read(history.run().subject().backend());
  }

  private List<Shape> declared() {
    return history.run().subject().workloads().stream().map(Workload::shape).toList();
  }

  private Target target(Kernel kernel) {
    var there = history.run().provenance().device();
    Target target =
        Target.of(
            kernel.folder(), there.id(), history.run().subject().shapes(), List.of(), results);
    if (!target.device().model().equals(there.model())) {
      throw new BadInputException(
          "The portfolio of run '%s' was measured on %s, and %s is %s. Results do not transfer between device models. Measure on that device, or make a run on this one.",
          history.run().id(), there.model(), target.device().id(), target.device().model());
    }
    return target;
  }

  private DispatchReport measured(
      Target target, ShapeRanges ranges, Path logs, String command, Consumer<String> news)
      throws InterruptedException {
    List<Candidate> candidates = Dispatch.candidates(history);
    List<Integer> numbers = candidates.stream().map(Candidate::number).toList();
    var file = new DispatchFile(folder());
    var kept = new ArrayList<>(file.shapes(numbers));
    var measurement =
        DrawnMeasurement.of(target, candidates, shape -> shape.name().startsWith(UNSEEN));
    var draw = new ShapeDraw(target.kernel(), ranges, declared(), measurement::obstacle);
    var random = new SplittableRandom(seed);
    List<Shape> learnt = draw.draw(TRAINING, training, declared(), random.split());
    List<Shape> tested =
        draw.draw(
            UNSEEN,
            unseen,
            Stream.of(declared(), learnt, seen(kept)).flatMap(List::stream).toList(),
            random.split());
    if (!draw.redrawn().isEmpty()) {
      news.accept("drawn again " + draw.redrawn());
    }
    List<Shape> missing =
        Stream.concat(learnt.stream(), tested.stream())
            .filter(shape -> find(kept, shape).isEmpty())
            .toList();
    if (!missing.isEmpty()) {
      int before = learnt.size() + tested.size() - missing.size();
      news.accept(
          "compiling %d configurations for %d drawn shapes%s"
              .formatted(
                  candidates.size(),
                  missing.size(),
                  before == 0 ? "" : "; " + before + " were measured before"));
      InterleavedComparison comparison =
          measurement.compiled(missing, ComparisonSettings.DEFAULT, logs);
      SplittableRandom rounds = random.split();
      long began = System.nanoTime();
      Consumer<List<DrawnShape>> take =
          shapes -> {
            kept.addAll(shapes);
            file.write(kept, Optional.empty(), numbers, measurement.cores());
          };
      for (List<Shape> some : List.of(learnt, tested)) {
        Duration most = some.equals(learnt) ? wall.dividedBy(2) : wall;
        measurement.measure(
            missing.stream().filter(some::contains).toList(),
            comparison,
            rounds,
            () -> System.nanoTime() - began < most.toNanos(),
            take,
            news);
      }
    }
    Dispatch dispatch =
        Dispatch.learnt(history, target.kernel(), kept, measurement.cores()).orElseThrow();
    file.write(kept, Optional.of(dispatch.rule()), numbers, measurement.cores());
    return report(
        dispatch,
        tested.stream()
            .flatMap(shape -> find(kept, shape).stream())
            .flatMap(one -> one.times(numbers).stream())
            .toList(),
        unseen,
        target.kernel(),
        command);
  }

  private static List<Shape> seen(List<DrawnShape> kept) {
    return kept.stream().filter(one -> !one.isUnseen()).map(DrawnShape::shape).toList();
  }

  private static Optional<DrawnShape> find(List<DrawnShape> kept, Shape shape) {
    return kept.stream()
        .filter(one -> one.shape().isAsLargeAs(shape) && one.shape().cache() == shape.cache())
        .findFirst();
  }

  private DispatchReport report(
      Dispatch dispatch, List<ShapeTimes> unseen, int wanted, Kernel kernel, String command) {
    return new DispatchReport(
        "%s on %s, run %s"
            .formatted(
                kernel.name(), history.run().provenance().device().model(), history.run().id()),
        dispatch,
        unseen.stream()
            .map(
                times ->
                    new DispatchReport.Line(
                        times,
                        RuleLearning.chosen(dispatch.features(), dispatch.rule(), times),
                        orSingle(nearest(dispatch, times.shape()), dispatch, times),
                        orSingle(dispatch.single().configuration(), dispatch, times)))
            .toList(),
        wanted,
        command);
  }

  /** Configuration that the finals choose for the nearest declared shape. */
  private static int nearest(Dispatch dispatch, Shape shape) {
    return dispatch.declared().stream()
        .min(
            Comparator.comparingDouble(
                one -> ProblemDistance.of(one.shape(), shape).orElse(Double.POSITIVE_INFINITY)))
        .orElseThrow()
        .best();
  }

  private static int orSingle(int position, Dispatch dispatch, ShapeTimes times) {
    return times.runs(position)
        ? position
        : dispatch.single().configurations().stream().filter(times::runs).findFirst().orElseThrow();
  }
}
