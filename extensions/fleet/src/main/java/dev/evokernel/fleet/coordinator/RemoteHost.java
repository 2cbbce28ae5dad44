package dev.evokernel.fleet.coordinator;

import dev.evokernel.fleet.wire.FleetQueues;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.fleet.wire.ToCoordinator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A worker as its coordinator knows it. Guarded by {@link FleetHosts}, but for whether it is lost.
 */
final class RemoteHost {

  private final String user;
  private final String process;
  private final String name;
  private final List<OfferedDevice> offered;
  private final Map<String, RemoteDevice> opened = new LinkedHashMap<>();
  private long heardNanos;
  private volatile boolean lost;

  /**
   * @param user that the broker knows it as
   */
  RemoteHost(String user, ToCoordinator.Join join, long nanos) {
    this.user = user;
    this.process = join.process();
    this.name = join.host();
    this.offered = List.copyOf(join.devices());
    this.heardNanos = nanos;
  }

  String queue() {
    return FleetQueues.worker(user);
  }

  String user() {
    return user;
  }

  String name() {
    return name;
  }

  boolean isProcess(String other) {
    return process.equals(other);
  }

  List<OfferedDevice> offered() {
    return offered;
  }

  /** The device with an id. */
  Optional<OfferedDevice> offered(String id) {
    return offered.stream().filter(one -> one.identity().id().equals(id)).findFirst();
  }

  boolean offers(OfferedDevice model) {
    return offered.stream().anyMatch(model::isLike);
  }

  /** The ids of its devices that are like one. */
  List<String> like(OfferedDevice model) {
    return offered.stream().filter(model::isLike).map(one -> one.identity().id()).toList();
  }

  /** Its devices that can take jobs, by id. */
  Map<String, RemoteDevice> opened() {
    return opened;
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
