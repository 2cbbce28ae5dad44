/**
 * Care of a results folder: archive, merge, removal, watching a run.
 */
@NullMarked
package dev.evokernel.tuning.household;

import org.jspecify.annotations.NullMarked;
