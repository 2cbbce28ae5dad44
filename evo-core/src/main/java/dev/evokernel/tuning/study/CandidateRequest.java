package dev.evokernel.tuning.study;

import module java.base;

import dev.evokernel.tuning.comparison.ComparedVariants;
import dev.evokernel.tuning.comparison.Side;
import org.jspecify.annotations.Nullable;

/**
 * Request to study one candidate.
 *
 * @param reference {@code RUN/NUMBER}, a run for its champion, or a kernel's folder
 * @param results the results folder
 * @param shapes names or conditions; empty for the kernel's default shapes
 * @param configuration for a folder: {@code KEY=VALUE,…} or {@code champion}; null for its default
 * @param device null for the run's device, or else for the best device
 */
public record CandidateRequest(
    String reference,
    Path results,
    List<String> shapes,
    @Nullable String configuration,
    @Nullable String device) {

  public CandidateRequest {
    shapes = List.copyOf(shapes);
  }

  Side side() {
    return Side.of(reference, results, Optional.empty());
  }

  ComparedVariants variants() {
    return new ComparedVariants(results, shapes, configuration, device);
  }
}
