package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator.Pending;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.surrogate.Surrogate;
import io.jenetics.Phenotype;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;

/** One run of a {@link Search}: the state that one proposal hands on to the next. */
final class Evolution {

  /** Random configurations, seeds counted, before anything is bred. */
  private static final int LEAST_INITIAL = 5;

  private record Flight(Individual candidate, Proposal proposal, Pending pending) {}

  private final SearchSpace space;
  private final SearchSettings settings;
  private final SearchComponents makeup;
  private final Evaluator evaluator;
  private final ProposedSet claims;
  private final Immigration immigration;
  private final Preselection preselection;
  private final Population population;
  private final Deque<Individual> initial = new ArrayDeque<>();

  private Optional<Trial> champion = Optional.empty();
  private int bred;
  private long evaluations;

  Evolution(
      SearchSpace space, SearchSettings settings, SearchComponents makeup, Evaluator evaluator) {
    this.space = space;
    this.settings = settings;
    this.makeup = makeup;
    this.evaluator = evaluator;
    SplittableGenerator random =
        RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom").create(settings.seed());
    this.claims = new ProposedSet(space);
    this.immigration = new Immigration(space.parameters(), claims, random.split());
    var operators = new VariationOperators(space, claims, makeup, random.split());
    this.population = new Population(settings.population());
    var surrogate = new Surrogate(space.parameters(), makeup.outlook(), random.split());
    this.preselection =
        makeup.has(SearchComponent.MODEL)
            ? new SurrogatePreselection(space, claims, operators, surrogate)
            : new NoPreselection(operators, claims);
  }

  SearchResult run(List<InitialConfiguration> seeds) {
    initial.addAll(initial(seeds));
    var inFlight = new ArrayDeque<Flight>();
    while (true) {
      fill(inFlight);
      if (inFlight.isEmpty()) {
        return result(Ending.SPACE_EXHAUSTED);
      }
      Flight oldest = inFlight.remove();
      Optional<Trial> trial = oldest.pending().trial();
      if (trial.isEmpty()) {
        return result(Ending.BUDGET_SPENT);
      }
      learn(oldest, trial.get());
    }
  }

  private void fill(Deque<Flight> inFlight) {
    boolean more = true;
    while (more && inFlight.size() < settings.inFlight()) {
      Optional<Individual> next = next();
      next.ifPresent(candidate -> inFlight.add(begin(candidate)));
      more = next.isPresent();
    }
  }

  private Optional<Individual> next() {
    if (!initial.isEmpty()) {
      return Optional.of(initial.remove());
    }
    if (claims.isExhausted()) {
      return Optional.empty();
    }
    if (makeup.has(SearchComponent.RESTARTS) && population.isStagnant()) {
      population.dissolve();
    }
    Optional<Individual> next = preselection.next(population, generation() + 1);
    next.ifPresent(candidate -> bred++);
    return next;
  }

  private Flight begin(Individual candidate) {
    preselection.begin(candidate);
    var proposal =
        new Proposal(
            space.configuration(candidate.choices()),
            generation(),
            candidate.label(),
            candidate.parents().stream()
                .map(parent -> space.configuration(ChoicesCodec.decode(parent.genotype())))
                .toList());
    return new Flight(candidate, proposal, evaluator.begin(proposal));
  }

  /** The initial configurations are generation 0; after them each is as large as the population. */
  private int generation() {
    return Math.ceilDiv(bred, settings.population());
  }

  /** The seeds, and random configurations up to what is in flight before anything is learnt. */
  private List<Individual> initial(List<InitialConfiguration> seeds) {
    var found = new ArrayList<Individual>();
    for (InitialConfiguration seed : seeds) {
      int[] choices = space.choices(seed.configuration());
      if (claims.claim(choices)) {
        var genotype = new ChoicesCodec(space.parameters()).encode(choices);
        found.add(Individual.unbred(Phenotype.of(genotype, 0), seed.origin()));
      }
    }
    while (found.size() < Math.max(LEAST_INITIAL, settings.inFlight()) && !claims.isExhausted()) {
      Individual drawn = immigration.found(found);
      if (claims.claim(drawn.choices())) {
        found.add(drawn);
      }
    }
    return found;
  }

  private void learn(Flight flight, Trial trial) {
    Configuration proposed = flight.proposal().configuration();
    if (!trial.configuration().equals(proposed)) {
      throw new IllegalStateException(
          "A trial of " + trial.configuration() + " came back for " + proposed + ".");
    }
    evaluations++;
    preselection.learn(trial.objective());
    if (!trial.isRejected()) {
      population.absorb(
          flight.candidate().individual().withFitness(trial.objective().orElseThrow()));
      champion = Optional.of(champion.filter(best -> !trial.isBetterThan(best)).orElse(trial));
    }
  }

  private SearchResult result(Ending ending) {
    return new SearchResult(champion, evaluations, ending);
  }
}
