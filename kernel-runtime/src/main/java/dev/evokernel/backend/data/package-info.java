/**
 * Arrays of inputs and outputs: their extent, elements and file format.
 */
@NullMarked
package dev.evokernel.backend.data;

import org.jspecify.annotations.NullMarked;
