package dev.evokernel.backend;

/**
 * Which device a result was measured on.
 *
 * @param id how {@code evo.yaml} names it, for example {@code cpu} or {@code cuda:0}
 * @param model for example {@code AMD EPYC, 2 cores} or {@code NVIDIA H200}; the leaderboard's key
 * @param driver the driver's or the kernel's version
 */
public record DeviceIdentity(String id, String model, String driver) {}
