/**
 * The record of everything: runs, candidates, measurements and finals in one SQLite file.
 *
 * <p>{@link dev.evokernel.store.ResultStore} is the door, and the only place in the project that
 * speaks SQL; what goes in and comes out are records. An attempt is journalled before a candidate
 * is launched and an outcome is written as its evaluation ends, so whatever happens to the process,
 * the file knows how far it came. {@link dev.evokernel.store.RunLock} keeps two processes from
 * writing to one run.
 */
@NullMarked
package dev.evokernel.store;

import org.jspecify.annotations.NullMarked;
