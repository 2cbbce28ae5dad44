/** Texts that reports share: units, shares of limits, macros, and commands that repeat a run. */
@NullMarked
package dev.evokernel.report.text;

import org.jspecify.annotations.NullMarked;
