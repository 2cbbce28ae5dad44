/** Messages between coordinator and worker: requests, replies and the records in them. */
@NullMarked
package dev.evokernel.worker.protocol;

import org.jspecify.annotations.NullMarked;
