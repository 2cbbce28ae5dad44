/**
 * Texts that reports share: units, devices, macros and headers.
 */
@NullMarked
package dev.evokernel.report.text;

import org.jspecify.annotations.NullMarked;
