/**
 * Messages between coordinator and worker: one request and one result for an evaluation, and their
 * envelopes.
 */
@NullMarked
package dev.evokernel.worker.protocol;

import org.jspecify.annotations.NullMarked;
