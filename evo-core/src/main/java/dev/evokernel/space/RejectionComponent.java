package dev.evokernel.space;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A component too entangled for one diagram: a diagram of some of its constraints, and the others
 * tested on what is drawn from it.
 *
 * <p>A drawn combination that passes is uniform among the valid ones, because every combination of
 * the diagram is drawn with the same chance. The share that passes gives the count, from a sample
 * that is the same every time.
 */
final class RejectionComponent implements Component {

  private static final int ENOUGH = 1_000;
  private static final int MOST_DRAWS = 5_000_000;
  private static final long SEED = 42;

  private final Diagram diagram;
  private final List<Condition> sifted;
  private final ShapeFrames bindings;
  private final BigInteger count;
  private final long patience;

  private RejectionComponent(Diagram diagram, List<Condition> sifted, ShapeFrames bindings) {
    this.diagram = diagram;
    this.sifted = List.copyOf(sifted);
    this.bindings = bindings;
    var random = new SplittableRandom(SEED);
    int[] choices = bindings.choices();
    int passed = 0;
    int draws = 0;
    while (passed < ENOUGH && draws < MOST_DRAWS) {
      diagram.draw(choices, random);
      passed += passes(choices) ? 1 : 0;
      draws++;
    }
    if (passed == 0) {
      throw intractable();
    }
    this.count =
        new BigDecimal(diagram.count())
            .multiply(BigDecimal.valueOf((double) passed / draws), MathContext.DECIMAL64)
            .setScale(0, RoundingMode.HALF_UP)
            .toBigInteger()
            .max(BigInteger.ONE);
    this.patience = 1_000L * draws / passed;
  }

  /**
   * @param diagram not empty
   * @param sifted the constraints that it leaves out
   * @throws IntractableSpaceException if so few combinations pass that none is found
   */
  static RejectionComponent of(Diagram diagram, List<Condition> sifted, ShapeFrames bindings) {
    return new RejectionComponent(diagram, sifted, bindings);
  }

  @Override
  public BigInteger count() {
    return count;
  }

  @Override
  public boolean isExact() {
    return false;
  }

  @Override
  public boolean allows(int... choices) {
    return diagram.allows(choices) && passes(choices);
  }

  @Override
  public void draw(int[] choices, RandomGenerator random) {
    for (long draws = 0; draws < patience; draws++) {
      diagram.draw(choices, random);
      if (passes(choices)) {
        return;
      }
    }
    throw intractable();
  }

  @Override
  public void repair(int[] choices, RandomGenerator random) {
    if (!allows(choices)) {
      new NearbyChoices(this, diagram.order(), diagram.radix(), random).write(choices);
    }
  }

  private boolean passes(int... choices) {
    synchronized (bindings) {
      bindings.bindAll(choices);
      return sifted.stream().allMatch(bindings::hold);
    }
  }

  private IntractableSpaceException intractable() {
    return new IntractableSpaceException(
        ("Among %,d random combinations of %d parameters none satisfies %s, %s too many values at"
                + " once to be followed one by one. Maybe list fewer values for what it reads, or say"
                + " the same with constraints over fewer parameters each.")
            .formatted(
                MOST_DRAWS,
                diagram.depth(),
                sifted.stream()
                    .map(condition -> "'" + condition.text() + "'")
                    .collect(Collectors.joining(" and ")),
                sifted.size() == 1 ? "which ties" : "which tie"));
  }
}
