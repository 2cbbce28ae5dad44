/**
 * A results folder as pages that stay up to date, in any browser.
 *
 * <p>One thread looks at the store, at most once a second and for at most a twentieth of one core,
 * and only while a page is open; another computes reports. Each page has a stream of server-sent
 * events, written by a virtual thread of its own, so that a slow client holds nothing but itself.
 * Everything is read; nothing is written, and no address leads to a file.
 */
@NullMarked
package dev.evokernel.dashboard;

import org.jspecify.annotations.NullMarked;
