package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator.Pending;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.ShapeOutputs;
import dev.evokernel.surrogate.Surrogate;
import io.jenetics.Phenotype;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One run of a {@link Search}: the state that one proposal hands on to the next. */
final class Evolution {

  /** Random configurations, seeds counted, before anything is bred. */
  private static final int LEAST_INITIAL = 5;

  private record Flight(Individual candidate, Proposal proposal, Pending pending) {}

  private final SearchSpace space;
  private final SearchSettings settings;
  private final SearchComponents components;
  private final Evaluator evaluator;
  private final SearchStates states;
  private final Migration migration;
  private final ChoicesCodec codec;
  private final RandomStream random;
  private final ProposedSet proposed;
  private final BestSoFarByShape bestSoFar;
  private final Immigration immigration;
  private final Preselection preselection;
  private final List<Population> populations;
  private final Deque<Individual> initial = new ArrayDeque<>();
  private final Deque<Flight> inFlight = new ArrayDeque<>();

  private int bred;

  /** Proposals in a row of which too little was expected. */
  private int unpromising;

  private long evaluations;

  Evolution(
      SearchSpace space,
      SearchSettings settings,
      SearchComponents components,
      ShapeOutputs outputs,
      Evaluator evaluator,
      SearchStates states,
      Migration migration) {
    this.space = space;
    this.settings = settings;
    this.components = components;
    this.evaluator = evaluator;
    this.states = states;
    this.migration = migration;
    this.codec = new ChoicesCodec(space.parameters());
    this.random = RandomStream.of(settings.seed());
    this.proposed = new ProposedSet(space);
    this.immigration = new Immigration(space, proposed, random.split());
    var operators = new VariationOperators(space, proposed, components, random.split());
    this.populations =
        IntStream.range(0, outputs.count())
            .mapToObj(_ -> new Population(settings.population()))
            .toList();
    this.bestSoFar = new BestSoFarByShape(outputs.count());
    var surrogate =
        new Surrogate(
            space.parameters(),
            space.moves().acrossVariants(),
            components.acquisition(),
            outputs,
            random.split());
    this.preselection =
        components.has(SearchComponent.MODEL)
            ? new SurrogatePreselection(space, proposed, operators, surrogate)
            : new NoPreselection(operators, proposed);
  }

  SearchResult run(List<InitialConfiguration> seeds) {
    states.kept().ifPresentOrElse(this::goOn, () -> initial.addAll(initial(seeds)));
    while (true) {
      fill();
      if (inFlight.isEmpty()) {
        return result(isPatienceSpent() ? Ending.PATIENCE_SPENT : Ending.SPACE_EXHAUSTED);
      }
      Flight oldest = inFlight.remove();
      Optional<Trial> trial = oldest.pending().trial();
      if (trial.isEmpty()) {
        return result(Ending.BUDGET_SPENT);
      }
      learn(oldest, trial.get());
    }
  }

  private void fill() {
    boolean more = true;
    while (more && inFlight.size() < mostInFlight()) {
      Optional<Individual> next = next();
      next.ifPresent(this::begin);
      more = next.isPresent();
    }
  }

  /** Generation 0 waits for nothing; offspring for enough to be known. */
  private int mostInFlight() {
    return initial.isEmpty() ? settings.inFlightAfter(evaluations) : settings.inFlight();
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
    if (components.has(SearchComponent.RESTARTS)) {
      populations.stream().filter(Population::isStagnant).forEach(Population::dissolve);
    }
    preselection.atRenewal().ifPresent(kept -> states.reached(state(kept)));
    Optional<Individual> next = preselection.next(populations, generation() + 1);
    next.ifPresent(_ -> count(preselection.expectedGain()));
    return next.map(one -> one.timedOn(preselection.shapes()));
  }

  /** Claimed; it is timed on every shape. */
  private Optional<Individual> migrant() {
    Optional<Migrant> next = migration.next(bred);
    if (next.isEmpty()) {
      return Optional.empty();
    }
    int[] choices = space.choices(next.get().configuration());
    return proposed.claim(choices)
        ? Optional.of(
            Individual.unbred(
                Phenotype.of(codec.encode(choices), generation()), next.get().origin()))
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
    begin(candidate, generation());
  }

  private void begin(Individual candidate, int generation) {
    preselection.begin(candidate);
    var proposal =
        new Proposal(
            space.configuration(candidate.choices()),
            generation,
            candidate.label(),
            candidate.parents().stream()
                .map(parent -> space.configuration(ChoicesCodec.decode(parent.genotype())))
                .toList(),
            candidate.shapes());
    inFlight.add(new Flight(candidate, proposal, evaluator.begin(proposal)));
  }

  /** The initial configurations are generation 0; after them each is as large as the population. */
  private int generation() {
    return Math.ceilDiv(bred, settings.population());
  }

  /** The seeds, and random configurations up to the least number. */
  private List<Individual> initial(List<InitialConfiguration> seeds) {
    var found = new ArrayList<Individual>();
    for (InitialConfiguration seed : seeds) {
      int[] choices = space.choices(seed.configuration());
      if (proposed.claim(choices)) {
        found.add(Individual.unbred(Phenotype.of(codec.encode(choices), 0), seed.origin()));
      }
    }
    while (found.size() < LEAST_INITIAL && !proposed.isExhausted()) {
      Individual drawn = immigration.found(found);
      if (proposed.claim(drawn.choices())) {
        found.add(drawn);
      }
    }
    return found;
  }

  private void learn(Flight flight, Trial trial) {
    Configuration asked = flight.proposal().configuration();
    if (!trial.configuration().equals(asked)) {
      throw new IllegalStateException(
          "A trial of " + trial.configuration() + " came back for " + asked + ".");
    }
    states.learnt(trial);
    count(trial);
    double[] objectives = trial.objectives(populations.size());
    preselection.learn(objectives);
    for (int s = 0; s < objectives.length; s++) {
      if (!Double.isNaN(objectives[s])) {
        populations.get(s).absorb(flight.candidate().individual().withFitness(objectives[s]));
      }
    }
  }

  private void count(Trial trial) {
    evaluations++;
    if (bestSoFar.improves(trial, settings.patience().share())) {
      unpromising = 0; // More was left than was expected.
    }
  }

  private SearchState state(Preselection.Kept kept) {
    return new SearchState(
        bred,
        unpromising,
        proposed.isWorn(),
        populations.stream()
            .map(one -> new SearchState.Members(one.idle(), one.survivors()))
            .toList(),
        kept.pool().stream().map(one -> one.waiting(0)).toList(),
        inFlight.stream()
            .map(flight -> flight.candidate().waiting(flight.proposal().generation()))
            .toList(),
        kept.hyperparameters(),
        random.states());
  }

  /** Takes the search up where {@link #state} left it. */
  private void goOn(SearchStates.Kept earlier) {
    SearchState state = earlier.state();
    for (Trial trial : earlier.learnt()) {
      int[] choices = space.choices(trial.configuration());
      proposed.claim(choices);
      preselection.recall(choices, trial.objectives(populations.size()));
      states.learnt(trial);
      count(trial);
    }
    bred = state.bred();
    unpromising = state.unpromising();
    proposed.wear(state.worn());
    for (int s = 0; s < populations.size(); s++) {
      SearchState.Members members = state.populations().get(s);
      populations.get(s).restore(members.survivors(), members.idle(), codec);
    }
    preselection.restore(
        new Preselection.Kept(
            state.pool().stream().map(one -> Individual.of(one, codec)).toList(),
            state.hyperparameters()));
    for (SearchState.Waiting waiting : state.inFlight()) {
      proposed.claim(waiting.choices());
      begin(Individual.of(waiting, codec), waiting.generation());
    }
    random.restore(state.streams());
  }

  private SearchResult result(Ending ending) {
    return new SearchResult(bestSoFar.champion(), evaluations, ending);
  }
}
