/**
 * Studies: jobs with several random seeds and a query on their results, and the error rates of the
 * regression gate.
 */
@NullMarked
package dev.evokernel.lab.measure;

import org.jspecify.annotations.NullMarked;
