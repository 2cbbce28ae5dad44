/**
 * YAML files with positions: errors name line, column and a remedy.
 */
@NullMarked
package dev.evokernel.kernel.yaml;

import org.jspecify.annotations.NullMarked;
