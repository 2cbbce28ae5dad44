/** Rows and transactions of the database file, and the mapping between records and rows. */
@NullMarked
package dev.evokernel.store.sql;

import org.jspecify.annotations.NullMarked;
