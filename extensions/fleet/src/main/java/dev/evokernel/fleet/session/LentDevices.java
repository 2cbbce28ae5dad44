package dev.evokernel.fleet.session;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.fleet.wire.OfferedDevice;
import dev.evokernel.health.DeviceLock;
import dev.evokernel.tuning.device.ChosenDevice;
import dev.evokernel.tuning.device.DeviceReservation;
import dev.evokernel.tuning.device.HeldResources;
import dev.evokernel.workers.WorkerLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The devices that a worker lends, whose locks it holds meanwhile. */
public final class LentDevices implements AutoCloseable {

  private final ChosenDevice chosen;
  private final String apart;
  private final HeldResources held;

  private LentDevices(ChosenDevice chosen, String apart, HeldResources held) {
    this.chosen = chosen;
    this.apart = apart;
    this.held = held;
  }

  /**
   * Takes the locks.
   *
   * @param wish as a job names devices; {@code auto} for all GPUs of the first one's model, or the
   *     CPU where there is none
   * @param apart what sets them apart from others of their model, which are then searched by
   *     themselves; empty for nothing
   * @param coordinator for whom they are held
   * @param folder the worker's own
   * @throws EnvironmentException if there is no such device, or another process uses it
   */
  public static LentDevices hold(
      String wish, String apart, String coordinator, Path folder, Consumer<String> news)
      throws InterruptedException {
    List<String> backends = Backend.all().stream().map(Backend::name).toList();
    boolean gpus = !Backend.named("cuda").devices().isEmpty();
    ChosenDevice chosen =
        ChosenDevice.choose(wish.equals("auto") ? gpus ? "cuda:all" : "cpu" : wish, backends);
    try (var held = new HeldResources()) {
      for (ChosenDevice one : chosen.apart()) {
        held.add(
            DeviceReservation.AT_ONCE.hold(one, () -> "worker of " + coordinator, folder, news),
            DeviceLock::close);
      }
      return new LentDevices(chosen, apart, held.handedOver());
    }
  }

  public List<OfferedDevice> offered() {
    int devices = chosen.devices().size();
    int compilers = WorkerLayout.of(chosen.backend(), devices).compileWorkers();
    var offered = new ArrayList<OfferedDevice>();
    for (int i = 0; i < devices; i++) {
      int share = Math.max(1, (compilers + i) / devices);
      offered.add(OfferedDevice.of(chosen.backend(), offered(chosen.devices().get(i)), share));
    }
    return offered;
  }

  private DeviceIdentity offered(DeviceIdentity device) {
    return apart.isEmpty()
        ? device
        : new DeviceIdentity(device.id(), device.model() + " (" + apart + ")", device.driver());
  }

  /** For example {@code cuda:0, cuda:1 (NVIDIA H200)}. */
  public String text() {
    return OfferedDevice.text(offered());
  }

  @Override
  public void close() {
    held.close();
  }
}
