/**
 * Memory of a device, and what evo keeps there to verify a candidate: the layout of buffers and
 * their guards, unmodified inputs, and expected outputs. A backend adds the operations of {@link
 * dev.evokernel.backend.memory.DeviceMemory}.
 */
@org.jspecify.annotations.NullMarked
package dev.evokernel.backend.memory;
