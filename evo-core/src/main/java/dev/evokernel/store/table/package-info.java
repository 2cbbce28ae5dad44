/**
 * Tables of the database, one class for each.
 */
@NullMarked
package dev.evokernel.store.table;

import org.jspecify.annotations.NullMarked;
