/**
 * Studies of the search: the value of initial configurations, and the cost of a search space.
 */
@NullMarked
package dev.evokernel.lab.search;

import org.jspecify.annotations.NullMarked;
