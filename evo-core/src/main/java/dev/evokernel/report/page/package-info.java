/**
 * {@code report.html}: a run, or several side by side, as one page that needs nothing else.
 *
 * <p>Sections are made of parts; each part is text, a table, or a chart with the table behind it.
 * Everything a reader needs stands in the HTML; the script only draws. Where a part is drawn by the
 * script, its data stand in the page as JSON.
 */
@NullMarked
package dev.evokernel.report.page;

import org.jspecify.annotations.NullMarked;
