package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.ToCoordinator;

/**
 * Workers that a coordinator refuses, and the workers to which the names of devices belong. Guarded
 * by {@link FleetHosts}.
 */
final class Refusals {

  /** Reasons, by user or process. */
  private final Map<String, String> reasons = new HashMap<>();

  /** Users by the device that they were first to offer, for example {@code node7/cuda:0}. */
  private final Map<String, String> owners = new HashMap<>();

  /**
   * @param who a user, or a process of one
   */
  void add(String who, String why) {
    reasons.put(who, why);
  }

  boolean has(String user) {
    return reasons.containsKey(user);
  }

  /** Reason to refuse a worker that joins; if there is none, its devices' names become its own. */
  Optional<String> of(String user, ToCoordinator.Join join) {
    if (reasons.containsKey(join.process())) {
      return Optional.ofNullable(reasons.get(join.process()));
    }
    List<String> names =
        join.devices().stream().map(device -> join.host() + "/" + device.identity().id()).toList();
    for (String name : names) {
      if (!owners.getOrDefault(name, user).equals(user)) {
        return Optional.of(
            "Another worker of this run has the device %s. Name this host differently: --name HOST"
                .formatted(name));
      }
    }
    names.forEach(name -> owners.put(name, user));
    return Optional.empty();
  }
}
