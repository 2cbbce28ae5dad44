package dev.evokernel.tuning.study;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.source.ShapeMacros;
import dev.evokernel.kernel.source.ShapeRanges;
import dev.evokernel.tuning.device.BadInputException;
import dev.evokernel.tuning.device.WorkingFolder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Draws shapes from a kernel's ranges. What cannot be measured is drawn again, a bounded number of
 * times.
 */
public final class ShapeDraw {

  /** Draws for each shape that is wanted, at most. */
  private static final int TRIES = 500;

  private final Kernel kernel;
  private final ShapeRanges ranges;
  private final List<Shape> models;
  private final Function<Shape, Optional<String>> obstacle;
  private final Map<String, Integer> redrawn = new TreeMap<>();

  /**
   * @param declared the run's shapes, whose facts and compiled-in sizes drawn ones have
   * @param obstacle why a shape cannot be measured, as text
   * @throws BadInputException if the ranges allow none of the declared shapes' facts
   */
  public ShapeDraw(
      Kernel kernel,
      ShapeRanges ranges,
      List<Shape> declared,
      Function<Shape, Optional<String>> obstacle) {
    this.kernel = kernel;
    this.ranges = ranges;
    this.models = ranges.models(declared, macros());
    this.obstacle = obstacle;
    if (models.isEmpty()) {
      throw none(
          "no shape of the run has such facts and compiled-in sizes, for which alone there are"
              + " binaries");
    }
  }

  private ShapeMacros macros() {
    return kernel.entryPoint().macros();
  }

  /**
   * Shapes that differ from each other and from those that are taken; fewer where the ranges hold
   * no more.
   *
   * @param prefix of their names, with which no declared name begins
   * @throws BadInputException if not a single one can be drawn
   */
  public List<Shape> draw(String prefix, int count, Collection<Shape> taken, RandomGenerator random) {
    var drawn = new ArrayList<Shape>();
    int outside = 0;
    for (int tries = 0; drawn.size() < count && tries < count * TRIES; tries++) {
      Optional<Shape> shape = ranges.draw(prefix + (drawn.size() + 1), models, macros(), random);
      if (shape.isEmpty()) {
        outside++;
      } else if (taken.stream().noneMatch(shape.get()::isAsLargeAs)
          && drawn.stream().noneMatch(shape.get()::isAsLargeAs)) {
        obstacle
            .apply(shape.get())
            .ifPresentOrElse(
                why -> redrawn.merge(why, 1, Integer::sum), () -> drawn.add(shape.get()));
      }
    }
    if (drawn.isEmpty() && count > 0) {
      throw none(
          redrawn.isEmpty()
              ? outside > 0
                  ? "'where' holds for none of %d drawn".formatted(outside)
                  : "all that they hold are declared"
              : redrawn());
    }
    return drawn;
  }

  /** Why shapes were drawn again, for example {@code 3 times: needs 200 GiB}; empty if none was. */
  public String redrawn() {
    return redrawn.entrySet().stream()
        .map(one -> one.getValue() + " times: " + one.getKey())
        .collect(Collectors.joining("; "));
  }

  private BadInputException none(String why) {
    return new BadInputException(
        "%s:%d: the ranges '%s' contain no shape that can be measured: %s. Change them there, or for this command with --range NAME=RANGE."
            .formatted(WorkingFolder.shown(kernel.file()), ranges.place().line(), ranges, why));
  }
}
