/**
 * Files and processes of a backend: drafts, digests, full disks, tools with a time limit.
 */
@NullMarked
package dev.evokernel.backend.file;

import org.jspecify.annotations.NullMarked;
