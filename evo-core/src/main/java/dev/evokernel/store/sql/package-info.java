/**
 * Rows, transactions and columns of the database file.
 */
@NullMarked
package dev.evokernel.store.sql;

import org.jspecify.annotations.NullMarked;
