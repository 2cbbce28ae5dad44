/**
 * The database file: its schema, its connections, and the folders of runs beside it.
 */
@NullMarked
package dev.evokernel.store.file;

import org.jspecify.annotations.NullMarked;
