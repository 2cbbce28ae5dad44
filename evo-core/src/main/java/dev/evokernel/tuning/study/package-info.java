/**
 * Studies of one kernel or candidate: check, ablation, baselines, profile, sanitizer, roofline,
 * microbenchmark.
 */
@NullMarked
package dev.evokernel.tuning.study;

import org.jspecify.annotations.NullMarked;
