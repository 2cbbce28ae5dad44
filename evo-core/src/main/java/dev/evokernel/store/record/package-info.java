/**
 * Records of candidates, evaluations and finals.
 */
@NullMarked
package dev.evokernel.store.record;

import org.jspecify.annotations.NullMarked;
