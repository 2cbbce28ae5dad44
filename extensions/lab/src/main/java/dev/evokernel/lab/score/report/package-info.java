/**
 * Tables and charts of scores.
 */
@NullMarked
package dev.evokernel.lab.score.report;

import org.jspecify.annotations.NullMarked;
