package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToCoordinator;

/** Worker as the coordinator sees it. Guarded by {@link FleetHosts}, except {@link #isLost}. */
final class RemoteHost {

  private final String user;
  private final ToCoordinator.Join join;
  private final Map<String, RemoteDevice> opened = new LinkedHashMap<>();
  private final Set<String> opening = new HashSet<>();
  private long openingDue;
  private long heardNanos;
  private volatile boolean lost;

  /**
   * @param user the worker's id at the broker
   */
  RemoteHost(String user, ToCoordinator.Join join, long nanos) {
    this.user = user;
    this.join = join;
    this.heardNanos = nanos;
  }

  String queue() {
    return FleetQueues.worker(user);
  }

  String user() {
    return user;
  }

  String name() {
    return join.host();
  }

  String process() {
    return join.process();
  }

  List<OfferedDevice> offered() {
    return join.devices();
  }

  /** Offered device with an id. */
  Optional<OfferedDevice> offered(String id) {
    return offered().stream().filter(device -> device.identity().id().equals(id)).findFirst();
  }

  boolean offers(OfferedDevice model) {
    return offered().stream().anyMatch(model::isLike);
  }

  /** Ids of the offered devices of a model. */
  List<String> like(OfferedDevice model) {
    return offered().stream().filter(model::isLike).map(device -> device.identity().id()).toList();
  }

  /** Devices that can take jobs, by id. */
  Map<String, RemoteDevice> opened() {
    return opened;
  }

  /** Expects an answer for each of some devices. */
  void opens(List<String> devices, long due) {
    opening.addAll(devices);
    openingDue = due;
  }

  void answered(String device) {
    opening.remove(device);
  }

  /** Ids of the devices that have not opened yet. */
  List<String> opening() {
    return List.copyOf(opening);
  }

  boolean isOpening(OfferedDevice model) {
    return opening.stream().anyMatch(like(model)::contains);
  }

  boolean isOpeningOverdue(long nanos) {
    return !opening.isEmpty() && nanos - openingDue > 0;
  }

  /** Forgives a time in which the coordinator was suspended. */
  void suspended(long nanos) {
    heardNanos += nanos;
    openingDue += nanos;
  }

  void heard(long nanos) {
    heardNanos = nanos;
  }

  long silentNanos(long nanos) {
    return nanos - heardNanos;
  }

  boolean isLost() {
    return lost;
  }

  void lose() {
    lost = true;
  }
}
