/**
 * Live web pages of a results folder.
 *
 * <p>A visible page asks once a second for what it lacks. The results are read at most once a
 * second and with at most 5 % of one core, however many pages are open, and reports are computed
 * one at a time. The dashboard is read-only, and no address leads to a file.
 */
@NullMarked
package dev.evokernel.dashboard;

import org.jspecify.annotations.NullMarked;
