package dev.evokernel.replay;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.spec.Host;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;

/**
 * Workers with one device and its compilers in this process, without processes that could be lost.
 */
public interface ProcesslessTeam extends RunWorkers, RunDevice {

  /** Limits of 0, because no answer depends on them. */
  DeviceLimits NO_LIMITS =
      new DeviceLimits(
          Arrays.stream(Limit.values()).collect(Collectors.toMap(Function.identity(), _ -> 0L)));

  @Override
  default List<RunDevice> devices() {
    return List.of(this);
  }

  @Override
  default String host() {
    return Host.name();
  }

  @Override
  default DeviceLimits limits() {
    return NO_LIMITS;
  }

  @Override
  default void close() {
    // There is no process.
  }
}
