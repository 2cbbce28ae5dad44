package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator.Pending;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import io.jenetics.Phenotype;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;

/** One run of a {@link Search}: the state that its generations hand on. */
final class Evolution {

  /** Of the population: the size of a batch, and of the random founders of a restart. */
  private static final double BATCH_SHARE = 0.5;

  /** Of a batch. */
  private static final double REFINED_SHARE = 0.5;

  /** Of a batch. */
  private static final double FRESH_SHARE = 0.1;

  private record Flight(Candidate candidate, Proposal proposal, Pending pending) {}

  private final SearchSpace space;
  private final SearchSettings settings;
  private final Evaluator evaluator;
  private final Deque<Candidate> queue = new ArrayDeque<>();

  private final Claims claims;
  private final RejectionRisk risk;
  private final Immigration immigration;
  private final Breeding breeding;
  private final Refinement refinement;
  private final Population population;

  private Optional<Trial> champion = Optional.empty();
  private int generation;
  private long evaluations;

  Evolution(SearchSpace space, SearchSettings settings, Evaluator evaluator) {
    this.space = space;
    this.settings = settings;
    this.evaluator = evaluator;
    SplittableGenerator random =
        RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom").create(settings.seed());
    this.claims = new Claims(space);
    this.risk = new RejectionRisk(space.parameters());
    this.immigration = new Immigration(space.parameters(), claims, risk, random.split());
    this.breeding = new Breeding(space, claims, risk, random.split());
    this.refinement = new Refinement(space, claims, risk, random.split());
    this.population = new Population(settings.population());
  }

  SearchResult run(List<Seed> seeds) {
    queue.addAll(founders(seeds));
    var inFlight = new ArrayDeque<Flight>();
    while (true) {
      while (inFlight.size() < settings.inFlight() && !isExhausted()) {
        inFlight.add(begin(queue.remove()));
      }
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

  /** Breeds when nothing is left to propose. */
  private boolean isExhausted() {
    if (queue.isEmpty()) {
      generation++;
      queue.addAll(population.isStagnant() ? restart() : offspring());
    }
    return queue.isEmpty();
  }

  private Flight begin(Candidate candidate) {
    var proposal =
        new Proposal(space.configuration(candidate.choices()), generation, candidate.origin());
    return new Flight(candidate, proposal, evaluator.begin(proposal));
  }

  /** The seeds, and random configurations that fill the batch. */
  private List<Candidate> founders(List<Seed> seeds) {
    var founders = new ArrayList<Candidate>();
    for (Seed seed : seeds) {
      int[] choices = space.choices(seed.configuration());
      if (claims.claim(choices)) {
        var genotype = new ChoicesCodec(space.parameters()).encode(choices);
        founders.add(new Candidate(Phenotype.of(genotype, 0), seed.origin()));
      }
    }
    founders.addAll(immigration.admit(batchSize() - founders.size(), founders, 0));
    return founders;
  }

  private List<Candidate> offspring() {
    int size = batchSize();
    int refined = (int) (REFINED_SHARE * size);
    int fresh = (int) Math.ceil(FRESH_SHARE * size);
    var best = population.bestFirst();
    var batch = new ArrayList<>(refinement.refine(refined, best, generation));
    batch.addAll(breeding.breed(size - batch.size() - fresh, best, generation));
    batch.addAll(immigration.admit(size - batch.size(), batch, generation));
    return batch;
  }

  private List<Candidate> restart() {
    population.dissolve();
    return immigration.admit(batchSize(), List.of(), generation);
  }

  private void learn(Flight flight, Trial trial) {
    Configuration proposed = flight.proposal().configuration();
    if (!trial.configuration().equals(proposed)) {
      throw new IllegalStateException(
          "A trial of " + trial.configuration() + " came back for " + proposed + ".");
    }
    evaluations++;
    risk.learn(trial, flight.candidate().choices());
    if (!trial.isRejected()) {
      population.absorb(
          flight.candidate().individual().withFitness(trial.objective().orElseThrow()));
      champion = Optional.of(champion.filter(best -> !trial.isBetterThan(best)).orElse(trial));
    }
  }

  private int batchSize() {
    return Math.max(2, (int) Math.round(BATCH_SHARE * settings.population()));
  }

  private SearchResult result(Ending ending) {
    return new SearchResult(champion, evaluations, ending);
  }
}
