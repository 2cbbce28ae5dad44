package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.data.Extent;
import dev.evokernel.comparison.ComparedVariant;
import dev.evokernel.comparison.InterleavedComparison;
import dev.evokernel.config.Sizes;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.shipping.ShapeTimes.DrawnShape;
import dev.evokernel.store.Candidate;
import dev.evokernel.tuning.ComparisonSettings;
import dev.evokernel.tuning.RunnableVariants;
import dev.evokernel.tuning.Target;

/**
 * Measures the configurations of a portfolio on drawn shapes, some shapes at a time.
 *
 * @param target the run's kernel on its device
 * @param limits of the device, where they are known without opening it
 * @param candidates of the portfolio, by position
 * @param isUnseen whether no rule may learn from a shape
 */
record DrawnMeasurement(
    Target target,
    Optional<DeviceLimits> limits,
    List<Candidate> candidates,
    Predicate<Shape> isUnseen) {

  /** Shapes that are measured in one process. */
  private static final int TOGETHER = 8;

  /** The buffers of the shapes of one process take no more than this share of the memory. */
  private static final int SHARE_OF_MEMORY = 8;

  /** Rounds on one shape: enough to find the fastest; the finals measure by how much. */
  private static final int ROUNDS = 25;

  private static final int ROUNDS_AT_LEAST = 7;
  private static final Duration SAMPLE = Duration.ofMillis(1);
  private static final Duration SHAPE_AT_MOST = Duration.ofMillis(1500);

  DrawnMeasurement {
    candidates = List.copyOf(candidates);
  }

  Optional<String> obstacle(Shape shape) {
    Optional<Long> memory = limits.map(known -> known.value(Limit.MEMORY) / SHARE_OF_MEMORY);
    if (memory.filter(most -> bytes(shape) > most).isPresent()) {
      return Optional.of(
          "the buffers took more than %s, an eighth of the device's memory"
              .formatted(Sizes.text(memory.get())));
    }
    return positions(shape).isEmpty()
        ? Optional.of("constraints forbid it to every configuration of the portfolio")
        : Optional.empty();
  }

  /** Asks the device once for what it can do. */
  static DrawnMeasurement of(Target target, List<Candidate> candidates, Predicate<Shape> isUnseen) {
    return new DrawnMeasurement(
        target, target.backend().limits(target.device()), candidates, isUnseen);
  }

  /** Cores of the device, if known without opening it. */
  OptionalLong cores() {
    return limits
        .map(known -> OptionalLong.of(known.value(Limit.CORES)))
        .orElse(OptionalLong.empty());
  }

  private double bytes(Shape shape) {
    return target.kernel().on(shape).arguments().stream()
        .flatMap(
            argument ->
                argument instanceof Argument.Buffer buffer ? Stream.of(buffer) : Stream.of())
        .mapToDouble(
            buffer ->
                buffer.type().bits()
                    / 8.0
                    * Extent.of(target.kernel(), shape, buffer).dimensions().stream()
                        .mapToDouble(size -> size)
                        .reduce(1, (a, b) -> a * b))
        .sum();
  }

  /** The configurations that no constraint forbids on a shape. */
  private List<Integer> positions(Shape shape) {
    return IntStream.range(0, candidates.size())
        .filter(position -> runs(candidates.get(position).configuration(), shape))
        .boxed()
        .toList();
  }

  private boolean runs(Configuration configuration, Shape shape) {
    Kernel own = target.kernel().of(configuration);
    return limits
        .map(known -> RunnableVariants.broken(own, known, shape, configuration).isEmpty())
        .orElseGet(
            () ->
                own.constraints().stream()
                    .allMatch(one -> own.breaking(one, configuration, List.of(shape)).isEmpty()));
  }

  InterleavedComparison compiled(List<Shape> shapes, ComparisonSettings settings, Path logs)
      throws InterruptedException {
    return InterleavedComparison.of(
        settings.setup(target.on(shapes), logs, _ -> {}),
        candidates.stream()
            .map(one -> new ComparedVariant(one.reference(), target.kernel(), one.configuration()))
            .toList());
  }

  /**
   * Measures shapes, each batch in a fresh process, which verifies each configuration on each shape
   * and then times the configurations interleaved.
   *
   * @param goesOn asked before each process
   * @param take takes each shape of a process, as soon as it ended
   * @param news hears before each process which of the shapes come
   */
  void measure(
      List<Shape> shapes,
      InterleavedComparison comparison,
      RandomGenerator random,
      BooleanSupplier goesOn,
      Consumer<List<DrawnShape>> take,
      Consumer<String> news)
      throws InterruptedException {
    int done = 0;
    for (List<Shape> together : batches(shapes)) {
      if (!goesOn.getAsBoolean()) {
        return;
      }
      String what = isUnseen.test(together.getFirst()) ? "unseen" : "training";
      news.accept(
          together.size() == 1
              ? "measuring %s shape %d of %d".formatted(what, done + 1, shapes.size())
              : "measuring %s shapes %d to %d of %d"
                  .formatted(what, done + 1, done + together.size(), shapes.size()));
      done += together.size();
      take.accept(measured(together, comparison, random));
    }
  }

  /**
   * Measures shapes that the same configurations can run. A configuration rejected on one of
   * several shapes is rejected on all of them; the shapes are then measured one at a time to find
   * the failing one.
   */
  private List<DrawnShape> measured(
      List<Shape> shapes, InterleavedComparison comparison, RandomGenerator random)
      throws InterruptedException {
    List<Integer> positions = positions(shapes.getFirst());
    List<Outcome> outcomes =
        comparison
            .between(positions.toArray(Integer[]::new))
            .on(shapes)
            .hold(
                new FinalsSettings(
                    ROUNDS, ROUNDS_AT_LEAST, SAMPLE, SHAPE_AT_MOST, random.nextLong(), false));
    if (shapes.size() > 1 && outcomes.stream().anyMatch(Rejected.class::isInstance)) {
      var results = new ArrayList<DrawnShape>();
      for (Shape shape : shapes) {
        results.addAll(measured(List.of(shape), comparison, random));
      }
      return results;
    }
    return shapes.stream().map(shape -> drawn(shape, positions, outcomes)).toList();
  }

  private DrawnShape drawn(Shape shape, List<Integer> positions, List<Outcome> outcomes) {
    var timings = new LinkedHashMap<Integer, ShapeTimes.Timing>();
    var refusals = new LinkedHashMap<Integer, String>();
    for (int i = 0; i < positions.size(); i++) {
      int number = candidates.get(positions.get(i)).number();
      switch (outcomes.get(i)) {
        case Rejected rejected -> refusals.put(number, rejected.reason().label());
        case Measured measured ->
            measured.measurements().stream()
                .filter(measurement -> measurement.shape().equals(shape.name()))
                .forEach(taken -> timings.put(number, ShapeTimes.Timing.of(taken.samples())));
      }
    }
    return new DrawnShape(shape, isUnseen.test(shape), timings, refusals);
  }

  /** Shapes that the same configurations can run, as many as fit the memory together. */
  private List<List<Shape>> batches(List<Shape> shapes) {
    double most =
        limits.map(known -> (double) known.value(Limit.MEMORY)).orElse(Double.MAX_VALUE)
            / SHARE_OF_MEMORY;
    var byPositions = new LinkedHashMap<List<Integer>, List<Shape>>();
    shapes.forEach(
        shape -> byPositions.computeIfAbsent(positions(shape), _ -> new ArrayList<>()).add(shape));
    var batches = new ArrayList<List<Shape>>();
    for (List<Shape> alike : byPositions.values()) {
      var batch = new ArrayList<Shape>();
      double bytes = 0;
      for (Shape shape : alike) {
        if (batch.size() == TOGETHER || (!batch.isEmpty() && bytes + bytes(shape) > most)) {
          batches.add(List.copyOf(batch));
          batch.clear();
          bytes = 0;
        }
        batch.add(shape);
        bytes += bytes(shape);
      }
      batches.add(List.copyOf(batch));
    }
    return batches;
  }
}
