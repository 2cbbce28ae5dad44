/**
 * The page {@code report.html}: one run, or several side by side, in one file without external
 * resources.
 *
 * <p>A section has parts: text, a table, or a chart with a table of its data. The HTML has all
 * information, and the script only draws the charts from JSON in the page.
 */
@NullMarked
package dev.evokernel.report.page;

import org.jspecify.annotations.NullMarked;
