/**
 * Queries over several tables: histories, overviews and live runs.
 */
@NullMarked
package dev.evokernel.store.query;

import org.jspecify.annotations.NullMarked;
