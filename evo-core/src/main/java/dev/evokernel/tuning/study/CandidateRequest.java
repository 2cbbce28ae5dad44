package dev.evokernel.tuning.study;

import dev.evokernel.tuning.comparison.ComparedVariants;

/**
 * Request to study one candidate.
 *
 * @param reference {@code RUN/NUMBER}, a run for its champion, or a kernel's folder
 * @param variants the results folder, the shapes, the configuration of a folder, and the device
 */
public record CandidateRequest(String reference, ComparedVariants variants) {}
