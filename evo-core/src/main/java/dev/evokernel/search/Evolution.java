package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.space.SearchSpace;
import io.jenetics.IntegerGene;
import io.jenetics.Phenotype;
import java.util.ArrayList;
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

  private final SearchSpace space;
  private final SearchSettings settings;
  private final Evaluator evaluator;
  private final GenerationListener listener;

  private final Claims claims;
  private final RejectionRisk risk;
  private final Immigration immigration;
  private final Breeding breeding;
  private final Refinement refinement;
  private final Population population;

  private Optional<Trial> champion = Optional.empty();
  private int generation;
  private long evaluations;

  Evolution(
      SearchSpace space,
      SearchSettings settings,
      Evaluator evaluator,
      GenerationListener listener) {
    this.space = space;
    this.settings = settings;
    this.evaluator = evaluator;
    this.listener = listener;
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
    List<Candidate> batch = founders(seeds);
    while (!batch.isEmpty()) {
      List<Trial> trials = evaluate(batch);
      if (!trials.isEmpty()) {
        learn(batch, trials);
      }
      if (trials.size() < batch.size()) {
        return result(Ending.BUDGET_SPENT);
      }
      batch = population.isStagnant() ? restart() : offspring();
    }
    return result(Ending.SPACE_EXHAUSTED);
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

  private List<Trial> evaluate(List<Candidate> batch) {
    List<Proposal> proposals = batch.stream().map(this::proposal).toList();
    List<Trial> trials = List.copyOf(evaluator.evaluate(proposals));
    if (trials.size() > proposals.size()) {
      throw new IllegalStateException(
          trials.size() + " trials came back for " + proposals.size() + " proposals.");
    }
    for (int i = 0; i < trials.size(); i++) {
      Configuration proposed = proposals.get(i).configuration();
      if (!trials.get(i).configuration().equals(proposed)) {
        throw new IllegalStateException(
            "A trial of " + trials.get(i).configuration() + " came back for " + proposed + ".");
      }
    }
    return trials;
  }

  private void learn(List<Candidate> batch, List<Trial> trials) {
    var measured = new ArrayList<Phenotype<IntegerGene, Double>>();
    for (int i = 0; i < trials.size(); i++) {
      Trial trial = trials.get(i);
      risk.learn(trial, batch.get(i).choices());
      if (!trial.isRejected()) {
        measured.add(batch.get(i).individual().withFitness(trial.objective().orElseThrow()));
        champion = Optional.of(champion.filter(best -> !trial.isBetterThan(best)).orElse(trial));
      }
    }
    population.absorb(measured);
    evaluations += trials.size();
    listener.evaluated(
        new Generation(
            generation,
            measured.size(),
            trials.size() - measured.size(),
            evaluations,
            champion,
            population.median(),
            population.diversity()));
    generation++;
  }

  private int batchSize() {
    return Math.max(2, (int) Math.round(BATCH_SHARE * settings.population()));
  }

  private Proposal proposal(Candidate candidate) {
    return new Proposal(space.configuration(candidate.choices()), generation, candidate.origin());
  }

  private SearchResult result(Ending ending) {
    return new SearchResult(champion, generation, evaluations, ending);
  }
}
