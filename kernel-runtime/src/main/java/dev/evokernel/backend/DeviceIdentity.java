package dev.evokernel.backend;

/**
 * Identity of the device that a result was measured on.
 *
 * @param id in {@code evo.yaml}, for example {@code cpu} or {@code cuda:0}
 * @param model for example {@code AMD EPYC, 2 cores} or {@code NVIDIA H200}; the leaderboard's key
 * @param driver version of the driver or of the operating system's kernel
 */
public record DeviceIdentity(String id, String model, String driver) {}
