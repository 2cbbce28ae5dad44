package dev.evokernel.store.record;

import dev.evokernel.backend.DeviceIdentity;
import java.time.Instant;

/**
 * Session in which a kernel's baselines were measured.
 *
 * @param kernel its name
 * @param backend for example {@code cuda}
 * @param host the machine's name
 * @param when the session was recorded
 */
public record BaselineSession(
    String kernel,
    String backend,
    DeviceIdentity device,
    String host,
    String evoVersion,
    Instant when) {}
