package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeRanges;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.BadInputException;

/**
 * Random draw of shapes from a kernel's ranges. A shape that cannot be measured is redrawn, a
 * bounded number of times.
 */
final class ShapeDraw {

  /** Most draws per wanted shape. */
  private static final int TRIES = 500;

  private final Kernel kernel;
  private final ShapeRanges ranges;
  private final List<Shape> models;
  private final Function<Shape, Optional<String>> obstacle;
  private final Map<String, Integer> redrawn = new TreeMap<>();

  /**
   * @param declared the run's shapes, whose facts and compiled-in sizes the drawn shapes copy
   * @param obstacle why a shape cannot be measured, as text
   * @throws BadInputException if the ranges contain none of the declared shapes' facts
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
          "no shape of the run has such facts and compiled-in sizes, so there is no binary to"
              + " measure");
    }
  }

  private Map<String, Expression> macros() {
    return kernel.entryPoint().macros();
  }

  /**
   * Draws shapes that differ from each other and from taken ones; fewer if the ranges hold no more.
   *
   * @param prefix prefix of their names, which no declared name has
   * @throws BadInputException if no shape can be drawn
   */
  public List<Shape> draw(
      String prefix, int count, Collection<Shape> taken, RandomGenerator random) {
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
                  ? "'where' holds for none of %d drawn shapes".formatted(outside)
                  : "all shapes in them are declared"
              : redrawn());
    }
    return drawn;
  }

  /**
   * Reasons for redrawing, for example {@code 3 times: needs 200 GiB}; empty if no shape was
   * redrawn.
   */
  public String redrawn() {
    return redrawn.entrySet().stream()
        .map(reason -> reason.getValue() + " times: " + reason.getKey())
        .collect(Collectors.joining("; "));
  }

  private BadInputException none(String why) {
    return new BadInputException(
        "%s:%d: the ranges '%s' contain no measurable shape: %s. Change them there, or for this command: --range NAME=RANGE.",
        Launcher.shown(kernel.file()), ranges.place().line(), ranges, why);
  }
}
