package dev.evokernel.search;

import java.util.Optional;
import java.util.OptionalDouble;

/** No screening: whoever comes is proposed. */
final class FirstCome implements Screening {

  private final Newcomers newcomers;
  private final Claims claims;

  FirstCome(Newcomers newcomers, Claims claims) {
    this.newcomers = newcomers;
    this.claims = claims;
  }

  @Override
  public Optional<Candidate> next(Population population, long generation) {
    return newcomers.bring(1, population, generation).stream()
        .filter(candidate -> claims.claim(candidate.choices()))
        .findFirst();
  }

  @Override
  public void begin(Candidate candidate) {
    // Nothing is learnt here.
  }

  @Override
  public void learn(OptionalDouble objective) {
    // Nothing is learnt here.
  }
}
