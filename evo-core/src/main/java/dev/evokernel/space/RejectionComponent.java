package dev.evokernel.space;

import module java.base;

/**
 * Component too entangled for one diagram: a diagram of some of its constraints, with draws tested
 * against the others.
 *
 * <p>A draw that passes is uniform among the valid combinations, because the diagram draws
 * uniformly. The share of passing draws gives the count, from a sample with a fixed random seed.
 */
final class RejectionComponent implements Component {

  private static final int ENOUGH = 1_000;
  private static final int MOST_DRAWS = 5_000_000;
  private static final long SEED = 42;

  /** Trials to repair choices, and draws if none of them is valid. */
  private static final int TRIALS = 20_000;

  private static final int DRAWS = 16;

  private final Diagram diagram;
  private final List<Condition> rejecting;
  private final ShapeFrames bindings;
  private final BigInteger count;
  private final long patience;

  /** The diagram is not empty, and leaves the rejecting constraints out. */
  RejectionComponent(Diagram diagram, List<Condition> rejecting, ShapeFrames bindings) {
    this.diagram = diagram;
    this.rejecting = List.copyOf(rejecting);
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
      int[] parameters = diagram.order();
      int[] radix = IntStream.of(parameters).map(bindings::values).toArray();
      var search = new NearbyChoices(this, parameters, radix, TRIALS, random);
      if (!search.change(choices)) {
        for (int draw = 0; draw < DRAWS; draw++) {
          lead(search, choices, random);
        }
      }
      System.arraycopy(search.nearest(), 0, choices, 0, choices.length);
    }
  }

  /** Offers a valid combination, drawn and moved towards the wanted choices, value by value. */
  private void lead(NearbyChoices search, int[] wanted, RandomGenerator random) {
    int[] parameters = diagram.order();
    int[] led = wanted.clone();
    draw(led, random);
    int first = random.nextInt(parameters.length);
    long away = 0;
    for (int i = 0; i < parameters.length; i++) {
      int parameter = parameters[(first + i) % parameters.length];
      int drawn = led[parameter];
      led[parameter] = wanted[parameter];
      if (drawn != wanted[parameter] && !allows(led)) {
        led[parameter] = drawn;
        away += (1L << 40) + Math.abs(drawn - wanted[parameter]);
      }
    }
    search.offer(led, away);
  }

  private boolean passes(int... choices) {
    synchronized (bindings) {
      bindings.bindAll(choices);
      return rejecting.stream().allMatch(bindings::hold);
    }
  }

  private IntractableSpaceException intractable() {
    return new IntractableSpaceException(
        ("None of %,d random combinations of %d parameters satisfies %s. Maybe list fewer values"
                + " for the parameters there, or split the constraint into several over fewer"
                + " parameters each.")
            .formatted(
                MOST_DRAWS,
                diagram.depth(),
                rejecting.stream()
                    .map(condition -> "'" + condition.text() + "'")
                    .collect(Collectors.joining(" and "))));
  }
}
