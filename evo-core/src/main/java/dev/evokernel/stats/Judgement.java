package dev.evokernel.stats;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

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
