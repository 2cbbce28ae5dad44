/** Studies of one kernel or candidate: check, ablation, baselines, profile, sanitizer, roofline. */
@NullMarked
package dev.evokernel.tuning.study;

import org.jspecify.annotations.NullMarked;
