package dev.evokernel.search;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator.Pending;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.RelatedOutput;
import dev.evokernel.surrogate.Surrogate;
import io.jenetics.Phenotype;

/** Execution of a {@link Search}, with the state that changes from proposal to proposal. */
final class Evolution {

  /** Least size of generation 0, filled up with random configurations. */
  private static final int LEAST_INITIAL = 5;

  private final SearchSpace space;
  private final SearchSettings settings;
  private final SearchComponents components;
  private final Evaluator evaluator;
  private final SearchContext context;
  private final Population.ChoicesCodec codec;
  private final RandomStream random;
  private final ProposedSet proposed;
  private final BestSoFarByShape bestSoFar;
  private final VariationOperators.Immigration immigration;
  private final Preselection preselection;

  /** Objectives are known from elsewhere, and generation 0 has no random configurations. */
  private final boolean informed;

  private final List<Population> populations;
  private final Deque<Individual> initial = new ArrayDeque<>();

  private record Flight(int number, Individual candidate, Pending pending) {}

  /** Evaluations under way, the oldest first. */
  private final List<Flight> inFlight = new ArrayList<>();

  private final BitSet learnt = new BitSet();

  private int bred;

  /** Consecutive proposals whose expected gain was too small. */
  private int unpromising;

  private int evaluations;

  Evolution(
      SearchSpace space,
      SearchSettings settings,
      SearchComponents components,
      Evaluator evaluator,
      SearchContext context) {
    this.space = space;
    this.settings = settings;
    this.components = components;
    this.evaluator = evaluator;
    this.context = context;
    this.codec = new Population.ChoicesCodec(space.parameters());
    this.random = RandomStream.of(settings.seed());
    this.proposed = new ProposedSet(space);
    this.immigration = new VariationOperators.Immigration(space, proposed, random.split());
    var operators = new VariationOperators(space, proposed, components, random.split());
    this.populations =
        IntStream.range(0, context.outputs().count())
            .mapToObj(_ -> new Population(settings.population()))
            .toList();
    this.bestSoFar = new BestSoFarByShape(context.outputs().count());
    var surrogate =
        new Surrogate(
            space.parameters(),
            space.acrossVariants(),
            components.acquisition(),
            context.outputs(),
            random.split());
    List<RelatedOutput> known = context.outputs().known();
    this.informed = !known.isEmpty();
    this.preselection =
        components.pieces().contains(SearchComponents.SearchComponent.MODEL)
            ? new SurrogatePreselection(space, proposed, operators, surrogate, known)
            : Preselection.none(operators, proposed);
  }

  SearchResult run(List<InitialConfiguration> seeds) {
    context.states().kept().ifPresentOrElse(this::goOn, () -> initial.addAll(initial(seeds)));
    while (true) {
      fill();
      if (inFlight.isEmpty()) {
        return result(isPatienceSpent() ? Ending.PATIENCE_SPENT : Ending.SPACE_EXHAUSTED);
      }
      for (int number : evaluator.next(evaluations, inFlight())) {
        int position = inFlight().indexOf(number);
        Optional<Trial> trial = inFlight.get(position).pending().trial();
        if (trial.isEmpty()) {
          return result(Ending.BUDGET_SPENT);
        }
        learn(position, trial.get());
      }
    }
  }

  private List<Integer> inFlight() {
    return inFlight.stream().map(Flight::number).toList();
  }

  private void fill() {
    boolean more = true;
    while (more && inFlight.size() < settings.inFlight() && inTime() < mostInFlight()) {
      Optional<Individual> next = next();
      next.ifPresent(candidate -> begin(candidate.proposedIn(generation())));
      more = next.isPresent();
    }
  }

  /**
   * Counts the evaluations in flight that do not take long: fewer proposals after them are learnt
   * than half the limit.
   */
  private long inTime() {
    int few = Math.ceilDiv(mostInFlight(), 2);
    return inFlight.stream().filter(flight -> learntAfter(flight.number()) < few).count();
  }

  private int learntAfter(int number) {
    return number < learnt.length() ? learnt.get(number, learnt.length()).cardinality() : 0;
  }

  /** Limits evaluations in flight: generation 0 at once, offspring as results arrive. */
  private int mostInFlight() {
    if (!initial.isEmpty()) {
      return settings.inFlight();
    }
    int after = settings.inFlightAfter(evaluations);
    return informed ? Math.max(after, Math.min(LEAST_INITIAL, settings.inFlight())) : after;
  }

  private Optional<Individual> next() {
    if (!initial.isEmpty()) {
      return Optional.of(initial.remove());
    }
    if (isPatienceSpent() || proposed.isExhausted()) {
      return Optional.empty();
    }
    Optional<Individual> migrant = migrant();
    if (migrant.isPresent()) {
      bred++;
      return migrant;
    }
    if (components.pieces().contains(SearchComponents.SearchComponent.RESTARTS)) {
      populations.stream().filter(Population::isStagnant).forEach(Population::dissolve);
    }
    preselection.atRenewal().ifPresent(kept -> context.states().reached(state(kept)));
    Optional<Individual> next = preselection.next(populations, generation() + 1);
    next.ifPresent(_ -> count(preselection.expectedGain()));
    return next;
  }

  private Optional<Individual> migrant() {
    Optional<InitialConfiguration> next = context.migration().next(bred);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    int[] choices = space.choices(next.get().configuration());
    return proposed.claim(choices)
        ? Optional.of(Individual.unbred(choices, next.get().origin()))
        : Optional.empty();
  }

  private void count(double expectedGain) {
    bred++;
    unpromising = expectedGain < settings.patience().share() ? unpromising + 1 : 0;
  }

  private boolean isPatienceSpent() {
    return settings.patience().canEnd() && unpromising >= settings.patience().proposals();
  }

  private void begin(Individual candidate) {
    preselection.begin(candidate);
    Configuration configuration = space.configuration(candidate.choices());
    var proposal =
        new Proposal(
            context.numbers().number(configuration),
            candidate.generation(),
            candidate.origin(),
            configuration,
            candidate.parents().stream()
                .map(parent -> context.numbers().number(space.configuration(parent)))
                .toList(),
            candidate.shapes().stream().map(context.shapes()::get).toList());
    inFlight.add(new Flight(proposal.number(), candidate, evaluator.begin(proposal)));
  }

  /**
   * Generation of the next proposal: 0 for initial configurations, then batches of the population's
   * size.
   */
  private int generation() {
    return Math.ceilDiv(bred, settings.population());
  }

  /** Claims the seeds, and random configurations up to the least size. */
  private List<Individual> initial(List<InitialConfiguration> seeds) {
    var found = new ArrayList<Individual>();
    for (InitialConfiguration seed : seeds) {
      int[] choices = space.choices(seed.configuration());
      if (proposed.claim(choices)) {
        found.add(Individual.unbred(choices, seed.origin()));
      }
    }
    while (!informed && found.size() < LEAST_INITIAL && !proposed.isExhausted()) {
      Individual drawn = immigration.found(found);
      if (proposed.claim(drawn.choices())) {
        found.add(drawn);
      }
    }
    return found;
  }

  private void learn(int position, Trial trial) {
    Flight flight = inFlight.remove(position);
    Individual candidate = flight.candidate();
    learnt.set(flight.number());
    Configuration asked = space.configuration(candidate.choices());
    if (!trial.configuration().equals(asked)) {
      throw new IllegalStateException(
          "The evaluator answered " + asked + " with a trial of " + trial.configuration() + ".");
    }
    context.states().learnt(trial);
    count(trial);
    double[] objectives = trial.objectives(populations.size());
    preselection.learn(position, objectives);
    for (int s = 0; s < objectives.length; s++) {
      if (!Double.isNaN(objectives[s])) {
        populations
            .get(s)
            .absorb(Phenotype.of(codec.encode(candidate.choices()), 0, objectives[s]));
      }
    }
  }

  private void count(Trial trial) {
    evaluations++;
    if (bestSoFar.improves(trial, settings.patience().share())) {
      unpromising = 0; // The model expected too little.
    }
  }

  private SearchState state(Preselection.Kept kept) {
    return new SearchState(
        bred,
        unpromising,
        proposed.isWorn(),
        populations.stream()
            .map(population -> new SearchState.Members(population.idle(), population.survivors()))
            .toList(),
        kept.pool(),
        inFlight.stream().map(Flight::candidate).toList(),
        kept.hyperparameters(),
        random.states());
  }

  /** Restores the state that {@link #state} recorded. */
  private void goOn(SearchContext.SearchStates.Kept earlier) {
    SearchState state = earlier.state();
    for (Trial trial : earlier.learnt()) {
      learnt.set(context.numbers().number(trial.configuration()));
      int[] choices = space.choices(trial.configuration());
      proposed.claim(choices);
      preselection.recall(choices, trial.objectives(populations.size()));
      context.states().learnt(trial);
      count(trial);
    }
    bred = state.bred();
    unpromising = state.unpromising();
    proposed.wear(state.worn());
    for (int s = 0; s < populations.size(); s++) {
      SearchState.Members members = state.populations().get(s);
      populations.get(s).restore(members.survivors(), members.idle(), codec);
    }
    preselection.restore(new Preselection.Kept(state.pool(), state.hyperparameters()));
    for (Individual candidate : state.inFlight()) {
      proposed.claim(candidate.choices());
      begin(candidate);
    }
    random.restore(state.streams());
  }

  private SearchResult result(Ending ending) {
    return new SearchResult(bestSoFar.champion(), evaluations, ending);
  }

  /** Best results so far: the champion, and the best objective on each shape. */
  private static final class BestSoFarByShape {

    private final double[] best;
    private Optional<Trial> champion = Optional.empty();

    BestSoFarByShape(int shapes) {
      this.best = new double[shapes];
      Arrays.fill(best, Double.POSITIVE_INFINITY);
    }

    /** Trial with the smallest objective; empty if no trial has an objective. */
    Optional<Trial> champion() {
      return champion;
    }

    /**
     * Records a trial and returns whether it improves the best by at least a share of it. With
     * several shapes, the geometric mean of the best on each shape counts.
     */
    boolean improves(Trial trial, double share) {
      double[] objectives = trial.objectives(best.length);
      boolean wasKnown = Arrays.stream(best).allMatch(Double::isFinite);
      boolean improves = wasKnown && isImprovement(objectives, share);
      for (int s = 0; s < best.length; s++) {
        if (objectives[s] < best[s]) {
          best[s] = objectives[s];
        }
      }
      if (trial.objective().isPresent()) {
        champion = Optional.of(champion.filter(best -> !trial.isBetterThan(best)).orElse(trial));
      }
      return improves;
    }

    private boolean isImprovement(double[] objectives, double share) {
      if (best.length == 1) { // An objective may be negative.
        return objectives[0] <= best[0] - share * Math.abs(best[0]);
      }
      double gain = 0;
      for (int s = 0; s < best.length; s++) {
        gain += objectives[s] < best[s] ? StrictMath.log(best[s] / objectives[s]) : 0;
      }
      return gain > 0 && gain / best.length >= -StrictMath.log1p(-share);
    }
  }
}
