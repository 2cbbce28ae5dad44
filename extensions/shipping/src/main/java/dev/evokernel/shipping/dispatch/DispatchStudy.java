package dev.evokernel.shipping.dispatch;

import module java.base;

import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.read.KernelFile;
import dev.evokernel.kernel.source.ShapeRanges;
import dev.evokernel.report.PortfolioReport;
import dev.evokernel.seeding.ProblemDistance;
import dev.evokernel.shipping.rule.RuleLearning;
import dev.evokernel.shipping.rule.ShapeTimes;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import dev.evokernel.tuning.comparison.ComparisonSettings;
import dev.evokernel.tuning.comparison.RegressionGate;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.Target;
import dev.evokernel.tuning.device.TemporaryFolder;

/**
 * The dispatch rule of a run's portfolio: its configurations are measured on drawn shapes, the rule
 * is learnt from the declared ones and some of these, and what it loses is seen on the others.
 *
 * <p>What was measured stands in the run's folder after every few shapes. The same request draws
 * the same shapes, so that one that was interrupted goes on where it was.
 *
 * @param history of the run that the request names
 */
public record DispatchStudy(
    DispatchRequest request, DeviceReservation reservation, RunHistory history) {

  /** No declared shape's name has a colon. */
  private static final String TRAINING = "training:";

  private static final String UNSEEN = "unseen:";

  /**
   * Measures, learns, and keeps both in the run's folder.
   *
   * @param command that repeats it
   * @return empty where the run's result is one configuration for all shapes
   * @throws BadInputException if the ranges contain no shape that can be measured, or the device is
   *     not the run's
   */
  public Optional<DispatchReport> measure(String command, Consumer<String> news)
      throws InterruptedException {
    if (DispatchRules.candidates(history).isEmpty()) {
      if (PortfolioReport.resultOf(history).isPresent()) {
        throw new BadInputException(
            "The default of the run %s depends on the shape and serves one of them, and a rule cannot choose it for other shapes. Run longer, so that a candidate serves it, or give kernel.yaml one default."
                .formatted(history.run().id()));
      }
      return Optional.empty();
    }
    Kernel kernel = kernel();
    ShapeRanges ranges = request.ranges(kernel);
    if (ranges.isEmpty()) {
      return DispatchRules.of(history, kernel, folder())
          .map(dispatch -> report(dispatch, List.of(), 0, kernel, command));
    }
    Target target = target(kernel);
    try (var _ = reservation.hold(target, "dispatch", news);
        TemporaryFolder temporary = TemporaryFolder.make()) {
      return Optional.of(measured(target, ranges, temporary.folder(), command, news));
    }
  }

  private Path folder() {
    return request.results().resolve(history.run().id());
  }

  private Kernel kernel() {
    return KernelFile.at(
            RegressionGate.snapshot(
                request.results(), history.run().id(), history.run().subject().kernel()))
        .read(history.run().subject().backend());
  }

  private List<Shape> declared() {
    return history.run().subject().workloads().stream().map(Workload::shape).toList();
  }

  private Target target(Kernel kernel) {
    var there = history.run().provenance().device();
    Target target =
        Target.of(
            kernel.folder(),
            there.id(),
            history.run().subject().shapes(),
            List.of(),
            request.results());
    if (!target.device().model().equals(there.model())) {
      throw new BadInputException(
          "The portfolio of run '%s' was measured on %s, and %s is %s. Results do not transfer between device models. Measure on that device, or make a run on this one."
              .formatted(
                  history.run().id(),
                  there.model(),
                  target.device().id(),
                  target.device().model()));
    }
    return target;
  }

  private DispatchReport measured(
      Target target, ShapeRanges ranges, Path logs, String command, Consumer<String> news)
      throws InterruptedException {
    List<Candidate> candidates = DispatchRules.candidates(history);
    List<Integer> numbers = candidates.stream().map(Candidate::number).toList();
    var file = new DispatchFile(folder());
    var kept = new ArrayList<>(file.shapes(numbers));
    var measurement =
        DrawnMeasurement.of(target, candidates, shape -> shape.name().startsWith(UNSEEN));
    var draw = new ShapeDraw(target.kernel(), ranges, declared(), measurement::obstacle);
    var random = new SplittableRandom(request.seed());
    List<Shape> training = draw.draw(TRAINING, request.training(), declared(), random.split());
    List<Shape> unseen =
        draw.draw(
            UNSEEN,
            request.unseen(),
            Stream.of(declared(), training, seen(kept)).flatMap(List::stream).toList(),
            random.split());
    if (!draw.redrawn().isEmpty()) {
      news.accept("drawn again " + draw.redrawn());
    }
    List<Shape> missing =
        Stream.concat(training.stream(), unseen.stream())
            .filter(shape -> find(kept, shape).isEmpty())
            .toList();
    if (!missing.isEmpty()) {
      int before = training.size() + unseen.size() - missing.size();
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
      measurement.measure(
          missing.stream().filter(training::contains).toList(),
          comparison,
          rounds,
          () -> isWithin(request.wall().dividedBy(2), began),
          take,
          news);
      measurement.measure(
          missing.stream().filter(unseen::contains).toList(),
          comparison,
          rounds,
          () -> isWithin(request.wall(), began),
          take,
          news);
    }
    Dispatch dispatch =
        DispatchRules.learnt(history, target.kernel(), kept, measurement.cores()).orElseThrow();
    file.write(kept, Optional.of(dispatch.rule()), numbers, measurement.cores());
    return report(
        dispatch,
        unseen.stream()
            .flatMap(shape -> find(kept, shape).stream())
            .flatMap(one -> one.times(numbers).stream())
            .toList(),
        request.unseen(),
        target.kernel(),
        command);
  }

  private static boolean isWithin(Duration wall, long began) {
    return System.nanoTime() - began < wall.toNanos();
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
