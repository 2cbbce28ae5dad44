/** Care of a results folder: archiving, merging and removing runs. */
@NullMarked
package dev.evokernel.household;

import org.jspecify.annotations.NullMarked;
