package dev.evokernel.search;

import dev.evokernel.space.SearchSpace;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;

/** All the sources of newcomers, each with its share. */
final class Newcomers {

  private final List<Origin> origins;
  private final Map<Origin, Source> sources = new EnumMap<>(Origin.class);
  private final Immigration immigration;
  private final Shares shares;
  private final RandomGenerator lots;

  Newcomers(SearchSpace space, Claims claims, Makeup makeup, SplittableGenerator random) {
    this.origins = Origin.among(makeup.pieces());
    this.immigration = new Immigration(space.parameters(), claims, random.split());
    sources.put(Origin.CROSSOVER, Breeding.byCrossover(space, claims, random.split()));
    sources.put(Origin.MUTATION, Breeding.byMutation(space, claims, random.split()));
    sources.put(Origin.REFINEMENT, new Refinement(space, claims, random.split()));
    sources.put(Origin.IMMIGRATION, immigration);
    this.shares = new Shares(origins, makeup.has(Piece.ADAPTATION));
    this.lots = random.split();
  }

  /** Whether one of the sources is this. */
  boolean comeFrom(Origin origin) {
    return origins.contains(origin);
  }

  /** Up to so many from one source. */
  List<Candidate> from(Origin origin, int count, Population population, long generation) {
    return Objects.requireNonNull(sources.get(origin)).bring(count, population, generation);
  }

  /**
   * So many, each from a source by lot. Random ones stand in where the others have nothing to give;
   * fewer come only when the space is exhausted.
   */
  List<Candidate> bring(int count, Population population, long generation) {
    var brought = new ArrayList<Candidate>();
    for (int i = 0; i < count; i++) {
      List<Candidate> drawn = from(shares.draw(lots), 1, population, generation);
      brought.addAll(drawn.isEmpty() ? immigration.bring(1, population, generation) : drawn);
    }
    return brought;
  }

  /** Learns what became of a candidate. */
  void learn(Candidate candidate, OptionalDouble objective, Population population) {
    candidate
        .origin()
        .ifPresent(
            origin ->
                shares.learn(
                    origin, objective.isPresent() && population.excels(objective.getAsDouble())));
  }
}
