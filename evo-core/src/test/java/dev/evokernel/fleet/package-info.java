@NullMarked
package dev.evokernel.fleet;

import org.jspecify.annotations.NullMarked;
