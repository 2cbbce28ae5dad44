package dev.evokernel.report.page;

/**
 * A chart that the page's script draws.
 *
 * @param kind the name of the function in {@code page.js} that draws it
 * @param title above it
 * @param description for a reader who cannot see it
 * @param data records and arrays, written as JSON
 */
record PageChart(String kind, String title, String description, Object data) {}
