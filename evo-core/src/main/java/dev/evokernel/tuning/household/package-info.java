/** Care of a results folder: archiving, merging, removing and watching runs. */
@NullMarked
package dev.evokernel.tuning.household;

import org.jspecify.annotations.NullMarked;
