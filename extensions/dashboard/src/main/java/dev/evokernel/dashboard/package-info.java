/**
 * Live web pages of a results folder.
 *
 * <p>One thread polls the store while a page is open, at most once a second and with at most 5 % of
 * one core. A second thread computes reports. Each page has a stream of server-sent events on its
 * own virtual thread, which isolates slow clients. The dashboard is read-only, and no address leads
 * to a file.
 */
@NullMarked
package dev.evokernel.dashboard;

import org.jspecify.annotations.NullMarked;
