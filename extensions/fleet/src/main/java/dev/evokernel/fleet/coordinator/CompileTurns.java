package dev.evokernel.fleet.coordinator;

import module java.base;

/** Number of busy compile workers of each device. Guarded by {@link FleetHosts}. */
final class CompileTurns {

  private final Map<RemoteDevice, Integer> busy = new HashMap<>();

  /** Takes a compile worker of the device with the most idle ones. */
  Optional<RemoteDevice> take(Stream<RemoteDevice> devices) {
    Optional<RemoteDevice> idle =
        devices.filter(device -> idle(device) > 0).max(Comparator.comparingInt(this::idle));
    idle.ifPresent(device -> busy.merge(device, 1, Integer::sum));
    return idle;
  }

  private int idle(RemoteDevice device) {
    return device.offer().compilers() - busy.getOrDefault(device, 0);
  }

  void giveBack(RemoteDevice device) {
    int left = busy.getOrDefault(device, 1) - 1;
    if (left > 0) {
      busy.put(device, left);
    } else {
      busy.remove(device);
    }
  }

  void lost(Collection<RemoteDevice> devices) {
    busy.keySet().removeAll(devices);
  }
}
