package dev.evokernel.stats;

import module java.base;

/**
 * Verdict with its speed-ups.
 *
 * @param speedUps of the candidate over the default, by shape
 */
public record Judgement(Map<String, SpeedUp> speedUps, Verdict verdict) {
  public Judgement {
    speedUps = Collections.unmodifiableMap(new LinkedHashMap<>(speedUps));
  }
}
