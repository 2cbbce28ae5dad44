package dev.evokernel.report.page;

/**
 * Chart drawn by the script of the page.
 *
 * @param kind name of the drawing function in {@code page.js}
 * @param title title above the chart
 * @param description text for screen readers
 * @param data records and arrays, written as JSON
 */
record PageChart(String kind, String title, String description, Object data) {}
