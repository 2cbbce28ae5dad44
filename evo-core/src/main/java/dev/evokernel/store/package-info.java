/**
 * Persistent record of runs, candidates, measurements and finals in one SQLite file.
 *
 * <p>{@link dev.evokernel.store.ResultStore} is the entry point. Only this package contains SQL;
 * its inputs and outputs are records. The store journals an attempt before the launch of a
 * candidate and records its outcome at the end of the evaluation, so that the file is complete
 * after any crash. The lock of a {@link dev.evokernel.store.RunFolder} prevents two processes from
 * writing to one run.
 */
@NullMarked
package dev.evokernel.store;

import org.jspecify.annotations.NullMarked;
